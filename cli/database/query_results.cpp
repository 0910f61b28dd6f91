#include <cmath>
#include <memory>

#include "cli/database/query.h"
#include "cli/input/filter_options.h"
#include "cli/input/name_check.h"
#include "cli/print/rows.h"
#include "core/rating/games/streaks.h"
#include "db/query/filtered_games.h"
#include "db/query/results.h"
#include "notation/text/record_cells.h"

namespace schiri::cli {

namespace {

struct ResultsQuery : QueryOptions {
  FilterOptions filter;
  std::string kind = "wins";
};

double one_decimal(double number) { return std::round(number * 10) / 10; }

ExitStatus query_endings(const ResultsQuery& query) {
  const db::GameFilter filter = query.filter.filter();
  const db::Store store = open_for_query(query.db, filter);
  Rows rows =
      query.rows({"game", "variant", "result", "how", "games", "shortest", "average", "longest"});
  db::visit_endings(store, filter, [&](const db::EndingRow& row) {
    return rows.add({row.game, row.variant, row.result, text_or_null(row.how), row.games,
                     row.shortest, one_decimal(row.average), row.longest});
  });
  return ExitStatus::done;
}

Json score(const db::MeetingRow& row) {
  const double points = static_cast<double>(row.wins) + static_cast<double>(row.draws) / 2;
  return percent(points, row.games);
}

Json score_as_white(const db::MeetingRow& row) {
  if (row.games_as_white == 0) return {};
  return percent(row.points_as_white, row.games_as_white);
}

ExitStatus query_meetings(const ResultsQuery& query) {
  const db::GameFilter filter = query.filter.filter();
  const db::Store store = open_for_query(query.db, filter);
  Rows rows = query.rows({"game", "variant", "player", "opponent", "games", "wins", "draws",
                          "losses", "score", "as_white", "white_score", "last"});
  db::visit_meetings(store, filter, [&](const db::MeetingRow& row) {
    return rows.add({row.game, row.variant, row.player, row.opponent, row.games, row.wins,
                     row.draws, row.losses, score(row), row.games_as_white, score_as_white(row),
                     record_date(row.last_date)});
  });
  return ExitStatus::done;
}

rating::StreakKind kind_of(const std::string& name) {
  using rating::StreakKind;
  for (const auto kind :
       {StreakKind::unbeaten, StreakKind::draws, StreakKind::winless, StreakKind::losses}) {
    if (streak_name(kind) == name) return kind;
  }
  return StreakKind::wins;
}

ExitStatus query_streaks(const ResultsQuery& query) {
  const db::GameFilter filter = query.filter.filter();
  const db::Store store = open_for_query(query.db, filter);
  rating::GameCollector games;
  db::visit_results(store, filter, [&](const rating::FinishedGame& game) { games.add(game); });
  Rows rows = query.rows({"game", "variant", "player", "kind", "length", "first", "last", "open"});
  for (const rating::GameLog& log : games.logs()) {
    for (const auto& streak : longest_streaks(log, kind_of(query.kind))) {
      if (!rows.add({log.game(), log.variant(), streak.player, streak_name(streak.kind),
                     streak.length, record_date(streak.first_date), record_date(streak.last_date),
                     streak.open})) {
        return ExitStatus::done;
      }
    }
  }
  return ExitStatus::done;
}

}  // namespace

void add_query_results(Command& query, ExitStatus& status, const QueryHost& host) {
  const auto add = [&](const char* name, const char* description,
                       ExitStatus (*run)(const ResultsQuery&)) {
    auto options = std::make_shared<ResultsQuery>();
    options->host = host;
    Command* command = query.add_subcommand(name, description);
    options->add_to(*command);
    options->filter.add_to(*command);
    command->callback([options, run, &status] { status = run(*options); });
    return std::pair(command, options);
  };
  add("endings", "List the endings of games, with frequencies and lengths", query_endings)
      .first->footer(
          "Example: schiri db query endings --db a.db --game creeper\nManual: schiri help "
          "database");
  add("head-to-head", "List the results of each two players, or of one --player", query_meetings)
      .first->footer(
          "Example: schiri db query head-to-head --db a.db --player Ann\nManual: schiri help "
          "database");
  const auto [streaks, options] =
      add("streaks", "List each player's longest streak", query_streaks);
  streaks->add_option("--kind", options->kind, "Set the kind of streak (wins)")
      ->one_of({"wins", "unbeaten", "draws", "winless", "losses"});
  streaks->footer(
      "Example: schiri db query streaks --db a.db --kind unbeaten --limit 10\n"
      "Manual: schiri help database");
}

}  // namespace schiri::cli
