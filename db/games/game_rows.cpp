#include "core/base/names.h"
#include "db/games/compact_movetext.h"
#include "db/games/record_row.h"
#include "db/games/result_rows.h"
#include "db/query/filter.h"
#include "db/sqlite/connection.h"

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

void Store::visit_records(const GameFilter& filter,
                          const std::function<bool(StoredRecord&)>& visitor) const {
  connection_->run([&] {
    const FilterQuery query(*this, filter);
    Statement select(connection_->database(), select_records + query.clauses());
    query.bind(select);
    while (select.executeStep()) {
      StoredRecord stored = stored_record(select);
      if (!visitor(stored)) return;
    }
  });
}

std::uint64_t Store::count_games(const GameFilter& filter) const {
  std::uint64_t games = 0;
  connection_->run([&] {
    const FilterQuery query(*this, filter);
    Statement select(connection_->database(),
                     "SELECT count(*) FROM (SELECT 1 FROM game" + query.clauses() + ")");
    query.bind(select);
    if (select.executeStep()) games = select.getColumn(0).getCount();
  });
  return games;
}

void Store::visit_results(const GameFilter& filter,
                          const std::function<void(const rating::FinishedGame&)>& visitor) const {
  connection_->run([&] {
    const ResultRows rows(*connection_);
    const FilterQuery query(*this, filter);
    Statement select(connection_->database(),
                     std::string("SELECT ") + ResultRows::columns + " FROM game" + query.clauses());
    query.bind(select);
    FirstSpellings spellings;
    while (select.executeStep()) {
      rating::FinishedGame game = rows.read(select);
      for (std::string_view* name : {&game.white, &game.black, &game.event}) {
        *name = spellings[*name];
      }
      visitor(game);
    }
  });
}

void Store::visit_imports(const std::function<bool(const ImportRow&)>& visitor) const {
  connection_->run([&] {
    Statement select(connection_->database(),
                     "SELECT id, time, file, games, quarantined, known, corrected FROM imports"
                     " ORDER BY id");
    const auto number = [&](int column) { return select.getColumn(column).getCount(); };
    while (select.executeStep()) {
      if (!visitor({select.getColumn(0).getId(), select.getColumn(1).getString(),
                    select.getColumn(2).getString(), number(3), number(4), number(5), number(6)})) {
        return;
      }
    }
  });
}

}  // namespace schiri::db
