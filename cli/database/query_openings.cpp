#include <cmath>
#include <memory>

#include "cli/database/query.h"
#include "cli/input/filter_options.h"
#include "cli/input/name_check.h"
#include "cli/input/played_turns.h"
#include "cli/line/start.h"
#include "cli/print/rows.h"
#include "core/base/text.h"
#include "core/rating/models/bt.h"
#include "db/query/filtered_games.h"
#include "db/query/game_filter.h"
#include "db/query/openings.h"

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

Json rounded(double number, double unit) { return std::round(number / unit) * unit; }

/// The score in per cent, for the side that chose the turn.
Json score_of(const db::OpeningTurn& turn, Side mover) {
  if (turn.finished() == 0) return {};
  const auto wins = static_cast<double>(mover == Side::white ? turn.white_wins : turn.black_wins);
  return std::round(1000 * (wins + static_cast<double>(turn.draws) / 2) /
                    static_cast<double>(turn.finished())) /
         10;
}

ExitStatus run_openings(OpeningsQuery query) {
  const auto game = position(query);
  query.start.position = game->position();
  query.start.roll.clear();
  const db::PositionGoal goal = position_goal(query.start);
  db::GameFilter filter = query.filter.filter();
  filter.game = goal.game;
  filter.variant = goal.variant;
  const db::Store store = open_for_query(query.db, filter);
  const auto ratings = query.ratings ? all_ratings(store, goal) : db::RatingsByName();
  const Side mover = game->side_to_move();
  const auto by = query.by.empty() ? db::OpeningsBy::nothing : db::OpeningsBy::year;
  std::vector<std::string> keys = {"turn",  "games",  "white",   "draws", "black",
                                   "score", "rating", "longest", "id"};
  if (by == db::OpeningsBy::year) keys.insert(keys.begin(), "year");
  Rows rows = query.rows(keys);
  for (const auto& turn : db::openings(store, goal, mover, filter, ratings, by)) {
    const Json rating =
        turn.rated ? rounded(turn.rating_sum / static_cast<double>(turn.rated), 1) : Json();
    std::vector<Json> cells = {
        text_or_null(turn.turn), turn.games, turn.white_wins, turn.draws,       turn.black_wins,
        score_of(turn, mover),   rating,     turn.longest,    turn.longest_game};
    if (by == db::OpeningsBy::year) {
      cells.insert(cells.begin(), value_or_null(parse_number<std::uint64_t>(turn.year)));
    }
    if (!rows.add(std::move(cells))) break;
  }
  return ExitStatus::done;
}

}  // namespace

void add_query_openings(Command& query, ExitStatus& status, const QueryHost& host) {
  auto options = std::make_shared<OpeningsQuery>();
  options->host = host;
  Command* command =
      query.add_subcommand("openings", "List the turns played in a position, with their results");
  options->start.add_to(*command);
  options->add_to(*command);
  add_turns_option(*command, options->play, "Play this turn or movetext first; repeatable");
  options->filter.add_record_options(*command);
  command->add_flag("--ratings", options->ratings,
                    "Add the average rating of the players of each turn");
  command->add_option("--by", options->by, "Count the turns of each year")->one_of({"year"});
  command->footer(
      "The columns white, draws and black count results; score is that of the side to move, in "
      "percent; longest is the length of the longest continuation, and id its game.\n"
      "Example: schiri db query openings creeper --db a.db --play A2+B3\n"
      "Manual: schiri help database");
  command->callback([options, &status] { status = run_openings(*options); });
}

}  // namespace schiri::cli
