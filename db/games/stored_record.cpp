#include "db/games/stored_record.h"

#include "db/games/compact_movetext.h"
#include "db/games/record_row.h"

namespace schiri::db {

namespace {

std::optional<std::string> text_or_nothing(const Column& column) {
  if (column.isNull()) return std::nullopt;
  return column.getString();
}

}  // namespace

const char* const from_named_games =
    " FROM game JOIN event ON event.id = game.event_id"
    " JOIN player AS white ON white.id = game.white_id"
    " JOIN player AS black ON black.id = game.black_id";

const std::string select_records =
    std::string(
        "SELECT game.id, game.number, event.name, game.site, game.date, game.round,"
        " white.name, black.name, game.result, game.game, game.variant, game.position,"
        " game.roll, game.termination, game.tags, movetext.text, movetext.comments") +
    from_named_games + " JOIN movetext ON movetext.game_id = game.id";

StoredRecord stored_record(Statement& row) {
  RecordRow tags;
  tags.event = row.text(2);
  tags.site = row.text(3);
  tags.date = row.text(4);
  tags.round = row.text(5);
  tags.white = row.text(6);
  tags.black = row.text(7);
  tags.result = stored_result(row.getColumn(8));
  tags.game = row.text(9);
  tags.variant = row.text(10);
  tags.position = text_or_nothing(row.getColumn(11));
  tags.roll = text_or_nothing(row.getColumn(12));
  tags.termination = text_or_nothing(row.getColumn(13));
  tags.other_tags = text_or_nothing(row.getColumn(14));
  StoredRecord stored{row.id(0), std::nullopt, tags.record()};
  if (!row.is_null(1)) stored.number = row.count(1);
  stored.record.movetext = read_compact_movetext(row.text(15));
  stored.record.trailing_comments = read_compact_comments(row.text(16));
  return stored;
}

}  // namespace schiri::db
