#include <memory>

#include "cli/database/query.h"
#include "cli/input/filter_options.h"
#include "cli/input/name_check.h"
#include "cli/input/played_turns.h"
#include "cli/line/start.h"
#include "core/base/text.h"
#include "core/rating/models/bt.h"
#include "db/query/filtered_games.h"
#include "db/query/game_filter.h"
#include "db/query/results.h"

namespace schiri::cli {

namespace {

struct OpeningsQuery : QueryOptions {
  StartOptions start;
  std::vector<std::string> play;
  FilterOptions filter;
  bool ratings = false;
  std::string by;
};

/// The position of the query, after the turns of --play.
std::unique_ptr<Game> position(const OpeningsQuery& query) {
  auto game = query.start.start();
  require_turns(*game, query.start.type(), query.play);
  return game;
}

/// The ratings of all players, from all games of this game and variant.
db::RatingsByName all_ratings(const db::Store& store, const db::PositionGoal& goal) {
  db::GameFilter filter;
  filter.game = goal.game;
  filter.variant = goal.variant;
  db::RatingsByName ratings;
  for (const rating::GameCounts& counts : db::count_results(store, filter)) {
    for (const auto& list : rate_bt(counts)) {
      for (const auto& player : list.players) {
        if (player.rating) ratings.emplace(player.name, *player.rating);
      }
    }
  }
  return ratings;
}

struct OpeningRow {
  const db::OpeningTurn& turn;
  Side mover;
};

Columns<OpeningRow> opening_columns(bool by_year) {
  using Row = const OpeningRow&;
  Columns<OpeningRow> columns;
  if (by_year) {
    columns.add({"year", message("year"), Holds::count, "with `--by year`; null if unknown"},
                [](Row row) { return parse_number<std::uint64_t>(row.turn.year); });
  }
  const Columns<OpeningRow> others = {
      {{"turn", message("turn"), Holds::text, "null for games that end at this position"},
       [](Row row) { return text_or_null(row.turn.turn); }},
      {{"games", message("games"), Holds::count}, [](Row row) { return row.turn.games; }},
      {{"white_wins", message("White wins"), Holds::count},
       [](Row row) { return row.turn.white_wins; }},
      {{"draws", message("draws"), Holds::count}, [](Row row) { return row.turn.draws; }},
      {{"black_wins", message("Black wins"), Holds::count},
       [](Row row) { return row.turn.black_wins; }},
      {{"score_rate", message("score %"), Holds::share,
        "of the side to move; null without a finished game"},
       [](Row row) {
         const auto wins = row.mover == Side::white ? row.turn.white_wins : row.turn.black_wins;
         return score_rate(static_cast<double>(wins) + static_cast<double>(row.turn.draws) / 2,
                           row.turn.finished());
       }},
      {{"rating", message("rating"), Holds::rating,
        "mean rating of the players who chose it, with `--ratings`", Shown::filled},
       [](Row row) {
         const db::OpeningTurn& turn = row.turn;
         return turn.rated ? Cell(turn.rating_sum / static_cast<double>(turn.rated)) : Cell();
       }},
      {{"longest", message("longest"), Holds::count,
        "turns from the position to the end of the longest game"},
       [](Row row) { return row.turn.longest; }},
      {{"id", message("id"), Holds::count, "that game"},
       [](Row row) { return row.turn.longest_game; }}};
  columns.add(others);
  return columns;
}

ExitStatus run_openings(const OpeningsQuery& query) {
  const auto game = position(query);
  StartOptions start = query.start;
  start.position = game->position();
  start.roll.clear();
  const db::PositionGoal goal = position_goal(start);
  db::GameFilter filter = query.filter.filter(query.db);
  filter.game = goal.game;
  filter.variant = goal.variant;
  const db::Store store = open_for_query(query.db, filter);
  const auto ratings = query.ratings ? all_ratings(store, goal) : db::RatingsByName();
  const Side mover = game->side_to_move();
  const auto by = query.by.empty() ? db::OpeningsBy::nothing : db::OpeningsBy::year;
  auto rows = query.rows(opening_columns(by == db::OpeningsBy::year));
  for (const auto& turn : db::openings(store, goal, mover, filter, ratings, by)) {
    if (!rows.add({turn, mover})) break;
  }
  rows.finish();
  return ExitStatus::done;
}

}  // namespace

void add_query_openings(Command& query) {
  const auto [command, options] = query.add<OpeningsQuery>(
      "openings", "List the turns played in a position, with their results",
      "The score is that of the side to move; longest is the length of the longest continuation, "
      "and id its game.\nExample: schiri db query openings creeper --db a.db --play A2+B3",
      "database", committing(run_openings));
  options.start.add_to(command);
  options.add_to(command);
  add_turns_option(command, options.play, "Play this turn or movetext first; repeatable");
  options.filter.add_record_options(command);
  command.add_flag("--ratings", options.ratings,
                   "Add the average rating of the players of each turn");
  command.add_option("--by", options.by, "Count the turns of each year")->one_of({"year"});
  command.prints([] { return opening_columns(true); });
}

}  // namespace schiri::cli
