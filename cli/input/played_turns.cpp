#include "cli/input/played_turns.h"

#include "cli/line/command.h"
#include "core/ugi/protocol.h"
#include "notation/records/check/finding_log.h"
#include "notation/records/pgn/movetext.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

TurnError::Kind kind_of(Code code) {
  switch (code) {
    case Code::illegal:
      return TurnError::Kind::illegal;
    case Code::after_end:
      return TurnError::Kind::over;
    default:
      return TurnError::Kind::syntax;
  }
}

/// The text that a finding marks.
std::string token_of(const Finding& finding, std::string_view text) {
  std::size_t at = 0;
  for (std::size_t line = 1; line < finding.line; ++line) at = text.find('\n', at) + 1;
  const std::string_view line = text.substr(at);
  const std::string_view before = first_characters(line, finding.column - 1);
  return std::string(first_characters(line.substr(before.size()), finding.length));
}

/// Reads the game's turns and this text after them as the movetext of a record, in all spellings
/// that records may have, and plays the turns of the text.
std::optional<RefusedTurn> play_movetext(Game& game, const GameType& type,
                                         const std::string& more) {
  const std::size_t begun_with = game.turns().size();
  game.ending();  // a game's program knows its start only once it was asked
  // A `>` at the front would begin a quoted mail.
  std::string text = begun_with > 0 ? "\n" : "";
  for (const std::string_view turn : game.turns()) text += std::string(turn) + " ";
  // A result on the same line completes the record unless a semicolon begins a comment: then it
  // separates turns if they can be read.
  text += "\n" + more + " *";
  const std::size_t size = text.size();
  text.append(text_padding, '\0');
  const char *const begin = text.data(), *const end = begin + size;
  Record record;
  GameCheck check;
  check.line = 1;
  FindingLog findings(TextPlace(begin), end, check);
  MovetextReader reader(begin, end, &record);
  const StartSpec start{std::string(game.variant()), game.start_position(), ""};
  type.check_movetext(start, reader, findings, check);
  const auto turns = record.turns();
  for (std::size_t i = begun_with; i < turns.size(); ++i) game.play(turns[i]);
  if (check.errors.empty()) {
    // Tag pairs end the text early.
    const bool is_read = !check.result.empty() || reader.position() == end;
    return is_read ? std::nullopt
                   : std::optional(RefusedTurn{more, turns.size() + 1, *game.play(more)});
  }
  const Finding& error = check.errors.front();
  return RefusedTurn{
      token_of(error, {begin, size}), error.turn, {kind_of(error.code), error.message}};
}

/// Plays the words of the text, or none of them: returns whether all are turns.
bool play_words(Game& game, std::string_view text) {
  const std::size_t before = game.turns().size();
  for (const std::string_view word : ugi::words(text)) {
    if (!game.play(word)) continue;
    game.take_back(game.turns().size() - before);
    return false;
  }
  return true;
}

}  // namespace

Message RefusedTurn::message() const {
  return schiri::message("--play {0} (turn {1}): {2}", text, number, error.message);
}

std::optional<RefusedTurn> play_turns(Game& game, const GameType& type, const std::string& text) {
  const std::size_t number = game.turns().size() + 1;
  // A turn that is a word has no blanks, but may look like one with a sign in movetext.
  const bool are_words = type.facts.has_words && text.find_first_of(" \t\n") != text.npos;
  if (are_words && play_words(game, text)) return std::nullopt;
  if (are_words) return play_movetext(game, type, text);
  auto error = game.play(text);
  if (!error) return std::nullopt;
  if (error->kind == TurnError::Kind::syntax) return play_movetext(game, type, text);
  return RefusedTurn{text, number, std::move(*error)};
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
