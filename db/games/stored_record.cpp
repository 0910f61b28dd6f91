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

const char* const select_records =
    "SELECT game.id, game.number, event.name, game.site, game.date, game.round,"
    " white.name, black.name, game.result, game.game, game.variant, game.position,"
    " game.roll, game.termination, game.tags, movetext.text, movetext.comments"
    " FROM game JOIN event ON event.id = game.event_id"
    " JOIN player AS white ON white.id = game.white_id"
    " JOIN player AS black ON black.id = game.black_id"
    " JOIN movetext ON movetext.game_id = game.id";

StoredRecord stored_record(Statement& row) {
  const auto text = [&](int column) { return row.getColumn(column).getString(); };
  RecordRow tags;
  tags.event = text(2);
  tags.site = text(3);
  tags.date = text(4);
  tags.round = text(5);
  tags.white = text(6);
  tags.black = text(7);
  tags.result = stored_result(row.getColumn(8));
  tags.game = text(9);
  tags.variant = text(10);
  tags.position = text_or_nothing(row.getColumn(11));
  tags.roll = text_or_nothing(row.getColumn(12));
  tags.termination = text_or_nothing(row.getColumn(13));
  tags.other_tags = text_or_nothing(row.getColumn(14));
  StoredRecord stored{row.getColumn(0).getId(), std::nullopt, tags.record()};
  if (!row.getColumn(1).isNull()) stored.number = row.getColumn(1).getCount();
  stored.record.movetext = read_compact_movetext(text(15));
  stored.record.trailing_comments = read_compact_comments(text(16));
  return stored;
}

}  // namespace schiri::db
