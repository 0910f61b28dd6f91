#include "cli/games/played_turns.h"

#include "cli/line/command.h"
#include "notation/records/pgn/movetext.h"

namespace schiri::cli {

namespace {

/// Plays the turns of a movetext; `more`: is there anything after a first turn?
std::optional<RefusedTurn> play_movetext(Game& game, const GameType& type, std::string text,
                                         bool& more) {
  using Piece = MovetextReader::Piece;
  const std::size_t size = text.size(), begun_with = game.turns().size();
  text.append(text_padding, '\0');
  const char *const begin = text.data(), *const end = begin + size;
  MovetextReader reader(begin, end, nullptr);
  std::size_t pieces = 0;
  while (true) {
    const Piece piece = reader.next();
    more = more || ++pieces > 1 || piece == Piece::number;
    const std::size_t number = begun_with + 1 + (game.turns().size() - begun_with);
    if (piece == Piece::problem) {
      return RefusedTurn{
          std::string(reader.piece()), number, {TurnError::Kind::syntax, reader.problem().message}};
    }
    if (piece == Piece::end || piece == Piece::result) return std::nullopt;
    if (piece == Piece::number) continue;
    const char* const word = reader.piece().data();
    const std::size_t length = type.turn_length(word);
    const std::string turn(word, length > 0 ? length : reader.piece().size());
    if (auto error = game.play(turn)) return RefusedTurn{turn, number, std::move(*error)};
    reader.set_position(word + turn.size());
  }
}

}  // namespace

std::string RefusedTurn::message() const {
  return "--play " + text + " (turn " + std::to_string(number) + "): " + error.message;
}

std::optional<RefusedTurn> play_turns(Game& game, const GameType& type, const std::string& text) {
  const std::size_t number = game.turns().size() + 1;
  auto error = game.play(text);
  if (!error) return std::nullopt;
  RefusedTurn refused{text, number, std::move(*error)};
  if (refused.error.kind != TurnError::Kind::syntax) return refused;
  bool is_movetext = false;
  auto of_movetext = play_movetext(game, type, text, is_movetext);
  return is_movetext || !of_movetext ? of_movetext : refused;
}

std::optional<RefusedTurn> play_turns(Game& game, const GameType& type,
                                      const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    if (auto refused = play_turns(game, type, text)) return refused;
  }
  return std::nullopt;
}

void require_turns(Game& game, const GameType& type, const std::vector<std::string>& texts) {
  if (const auto refused = play_turns(game, type, texts)) throw InputError(refused->message());
}

void add_turns_option(Command& command, std::vector<std::string>& turns, const std::string& about) {
  command.add_option("--play", turns, about)->one_word();
}

}  // namespace schiri::cli
