#include "db/query/game_rows.h"

#include <string>

#include "core/match/game.h"
#include "db/games/compact_movetext.h"
#include "db/games/record_row.h"
#include "db/games/result_rows.h"
#include "db/query/filtered_games.h"
#include "db/sqlite/connection.h"

namespace schiri::db {

namespace {

constexpr const char* more_columns =
    ", game.number, game.site, game.outcome, game.reason, game.tags, movetext.comments";

/// The first column of the line, and those of `more_columns`.
constexpr int line_column = ResultRows::column_count;
constexpr int number_column = line_column + StoredLine::column_count;
constexpr int site_column = number_column + 1;
constexpr int outcome_column = site_column + 1;
constexpr int reason_column = outcome_column + 1;
constexpr int tags_column = reason_column + 1;
constexpr int comments_column = tags_column + 1;

std::optional<Ending> stored_ending(Statement& row) {
  if (row.is_null(outcome_column)) return std::nullopt;
  const Column column = row.getColumn(outcome_column);
  for (const Outcome outcome : {Outcome::white_wins, Outcome::black_wins, Outcome::draw}) {
    if (outcome_name(outcome) != column.view()) continue;
    return Ending{outcome, row.getColumn(reason_column).view()};
  }
  column.fail("is not an outcome");
}

}  // namespace

GameRow::GameRow(Statement& row, rating::FinishedGame finished, const StoredLine& line)
    : row_(row),
      finished_(std::move(finished)),
      line_(line),
      result_(stored_result(row.getColumn(ResultRows::result_column))),
      ending_(stored_ending(row)) {}

StoredRecord GameRow::record() const {
  const auto text_or_nothing = [&](int column) {
    return row_.is_null(column) ? std::nullopt : std::optional(row_.text(column));
  };
  RecordRow tags;
  tags.event = finished_.event;
  tags.site = row_.text(site_column);
  tags.date = finished_.date;
  tags.round = finished_.round;
  tags.white = finished_.white;
  tags.black = finished_.black;
  tags.result = result_;
  tags.game = finished_.game;
  tags.variant = finished_.variant;
  tags.position = text_or_nothing(line_column + StoredLine::position_column);
  tags.roll = text_or_nothing(line_column + StoredLine::roll_column);
  tags.termination = text_or_nothing(ResultRows::termination_column);
  tags.other_tags = text_or_nothing(tags_column);
  StoredRecord stored{line_.id(), std::nullopt, tags.record()};
  if (!row_.is_null(number_column)) stored.number = row_.count(number_column);
  stored.record.movetext = read_compact_movetext(line_.text());
  stored.record.trailing_comments = read_compact_comments(row_.text(comments_column));
  return stored;
}

void visit_game_rows(const Store& store, const GameFilter& filter,
                     const std::function<void(const GameRow&)>& visitor) {
  store.connection().run([&] {
    const ResultRows rows(store.connection());
    const FilterQuery query(store, filter);
    Statement select(store.connection().database(),
                     std::string("SELECT ") + ResultRows::columns + ", " + StoredLine::columns +
                         more_columns + " FROM game JOIN movetext ON movetext.game_id = game.id" +
                         query.clauses());
    query.bind(select);
    StoredLine line;
    while (select.executeStep()) {
      line.read(select, line_column);
      visitor(GameRow(select, rows.read(select), line));
    }
  });
}

}  // namespace schiri::db
