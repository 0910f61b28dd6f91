#include "cli/lsp/game_turns.h"

#include <algorithm>

#include "notation/records/conversion/played_record.h"
#include "notation/records/pgn/movetext.h"
#include "notation/records/pgn/reader.h"
#include "notation/records/pgn/tags.h"

namespace schiri::cli {

std::unique_ptr<Game> GameTurns::before(std::size_t turn, std::string_view text) const {
  try {
    std::unique_ptr<Game> game = type->start(start);
    for (std::size_t i = 0; i < turn; ++i) {
      if (game->play(text.substr(turns[i].begin, turns[i].end - turns[i].begin))) return nullptr;
    }
    return game;
  } catch (const StartError&) {
    return nullptr;
  }
}

std::optional<GameTurns> read_game_turns(std::string_view text, const CheckOptions& options) {
  ReadOptions read;
  read.check = options;
  read.keep = Keep::records;
  const auto record = read_one_record(text, read);
  if (!record) return std::nullopt;
  GameTurns game;
  game.type = find_game(record->check.game.empty() ? options.game : record->check.game);
  if (!game.type || !game.type->facts.has_rules) return std::nullopt;
  game.start = start_of(*record, options);

  std::string padded(text);
  padded.append(text_padding, '\0');
  const char* const begin = padded.data();
  MovetextReader reader(begin, begin + text.size(), nullptr);
  TagSection().read(reader, nullptr);
  if (game.type->facts.has_words) reader.read_signs_as_words();
  const auto place = [&](const char* at) { return static_cast<std::size_t>(at - begin); };
  game.movetext = place(reader.position());
  for (MovetextReader::Piece piece; (piece = reader.next()) == MovetextReader::Piece::word ||
                                    piece == MovetextReader::Piece::number;) {
    if (piece == MovetextReader::Piece::number) continue;
    const char* const word = reader.piece().data();
    // A turn may have spaces within.
    const std::size_t length = std::max(game.type->turn_length(word), reader.piece().size());
    const std::size_t end = std::min(place(word) + length, text.size());
    game.turns.push_back({place(word), end});
    reader.set_position(begin + end);
  }
  return game;
}

bool is_within_remark(std::string_view movetext, std::size_t at) {
  int variations = 0;
  for (std::size_t i = 0; i < std::min(at, movetext.size()); ++i) {
    const char c = movetext[i];
    if (c == '{' || c == ';') {
      i = movetext.find(c == '{' ? '}' : '\n', i);
      if (i >= at) return true;
    } else if (c == '(') {
      ++variations;
    } else if (c == ')' && variations > 0) {
      --variations;
    }
  }
  return variations > 0;
}

}  // namespace schiri::cli
