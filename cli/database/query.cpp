#include "cli/database/query.h"

#include <cmath>
#include <memory>

#include "cli/database/db_command.h"
#include "cli/input/filter_options.h"
#include "cli/input/name_check.h"
#include "cli/line/usual_options.h"
#include "cli/print/rows.h"
#include "db/import/import.h"
#include "db/query/game_columns.h"
#include "db/query/results.h"
#include "db/tournament/tournaments.h"
#include "notation/text/record_cells.h"

namespace schiri::cli {

namespace {

struct FilteredQuery : QueryOptions {
  FilterOptions filter;
};

/// Rows are sorted and limited by the database: there may be millions.
ExitStatus query_games(const FilteredQuery& query) {
  db::GameFilter filter = query.filter.filter();
  filter.sort = query.choice.sort;
  filter.descending = query.choice.descending;
  filter.limit = query.choice.limit;
  filter.offset = query.choice.offset;
  std::vector<std::string> keys;
  for (const db::GameColumn& column : db::game_columns()) keys.emplace_back(column.name);
  if (!filter.sort.empty()) index_of_column("--sort", filter.sort, keys);
  const db::Store store = open_for_query(query.db, filter);
  Rows rows(*query.host.out, query.format, keys, {query.choice.columns});
  db::visit_games(store, filter, [&](const std::vector<db::GameCell>& cells) {
    std::vector<Json> values;
    for (const db::GameCell& cell : cells) values.push_back(json_of(cell));
    return rows.add(std::move(values));
  });
  return ExitStatus::done;
}

Json score(const db::PlayerRow& player) {
  const std::uint64_t finished = player.wins + player.draws + player.losses;
  const double points = static_cast<double>(player.wins) + static_cast<double>(player.draws) / 2;
  return finished ? Json(percent(points, finished)) : Json();
}

ExitStatus query_players(const FilteredQuery& query) {
  const db::GameFilter filter = query.filter.filter();
  const db::Store store = open_for_query(query.db, filter);
  Rows rows = query.rows({"player", "games", "wins", "draws", "losses", "score", "first", "last"});
  db::visit_players(store, filter, [&](const db::PlayerRow& player) {
    return rows.add({player.name, player.games, player.wins, player.draws, player.losses,
                     score(player), record_date(player.first_date), record_date(player.last_date)});
  });
  return ExitStatus::done;
}

ExitStatus query_events(const FilteredQuery& query) {
  const db::GameFilter filter = query.filter.filter();
  const db::Store store = open_for_query(query.db, filter);
  const auto games = db::games_of_events(store, filter);
  Rows rows = query.rows({"event", "games", "planned", "shard"});
  for (const db::StoredEvent& event : db::stored_events(store)) {
    const auto stored = games.find(event.id);
    if (filter.asks_for_anything() && stored == games.end()) continue;
    const Json planned = event.was_played_here() ? Json(event.planned()) : Json();
    const Json shard = event.shards > 1
                           ? Json(std::to_string(event.shard) + "/" + std::to_string(event.shards))
                           : Json();
    if (!rows.add({event.name, stored == games.end() ? 0 : stored->second, planned, shard})) break;
  }
  return ExitStatus::done;
}

ExitStatus query_imports(const QueryOptions& query) {
  const db::Store store(query.db, db::Store::Mode::read);
  Rows rows = query.rows({"id", "time", "file", "games", "quarantined", "known", "corrected"});
  db::visit_imports(store, [&](const db::ImportRow& import) {
    return rows.add({import.id, import.time, import.file, import.games, import.quarantined,
                     import.known, import.corrected});
  });
  return ExitStatus::done;
}

}  // namespace

double percent(double points, std::uint64_t games) {
  return std::round(1000 * points / static_cast<double>(games)) / 10;
}

Option* QueryOptions::add_to(Command& command) {
  constexpr const char* about = "Query this database";
  Option* const database = host.is_program ? add_database(command, db, about)
                                           : command.add_file("--db", db, about)->required();
  command.add_format(format, "Set the output format (text)",
                     {Format::text, Format::json, Format::csv});
  command.add_option("--columns", choice.columns, "Print only these columns, in this order")
      ->delimiter(',');
  command.add_option("--sort", choice.sort, "Sort the rows by this column")->type_name("COLUMN");
  command.add_flag("--descending", choice.descending, "Sort in descending order");
  command.add_option("--limit", choice.limit, "Print at most N rows")->not_negative();
  command.add_option("--offset", choice.offset, "Skip the first N rows")->not_negative();
  return database;
}

void add_db_query(Command& db, ExitStatus& status) {
  Command* query = db.add_subcommand("query", "Query a database");
  query->footer(
      "Example: schiri db query games --db a.db --player Ann\nManual: schiri help database");
  query->require_subcommand(1);
  add_queries(*query, status, {});
}

void add_queries(Command& query, ExitStatus& status, const QueryHost& host) {
  const auto add = [&](const char* name, const char* description, const char* example,
                       ExitStatus (*run)(const FilteredQuery&)) {
    auto options = std::make_shared<FilteredQuery>();
    options->host = host;
    Command* command = query.add_subcommand(name, description);
    options->add_to(*command);
    options->filter.add_to(*command);
    command->footer(std::string("Example: schiri db query ") + example +
                    "\nManual: schiri help database");
    command->callback([options, run, &status] { status = run(*options); });
  };
  add("games", "List games in the order of their import",
      "games --db a.db --player Ann --sort date", query_games);
  add("players", "List players with their results in the selected games",
      "players --db a.db --game creeper --sort games --descending --limit 20", query_players);
  add("events", "List events with their planned and played games",
      "events --db a.db --since 2024 --format csv", query_events);

  auto imports = std::make_shared<QueryOptions>();
  imports->host = host;
  Command* command =
      query.add_subcommand("imports", "List imports: time, file, games stored and known already");
  imports->add_to(*command);
  command->footer("Example: schiri db query imports --db a.db\nManual: schiri help database");
  command->callback([imports, &status] { status = query_imports(*imports); });

  add_query_names(query, status, host);
  add_query_openings(query, status, host);
  add_query_results(query, status, host);
  add_query_lists(query, status, host);
  add_query_sql(query, status, host);
}

}  // namespace schiri::cli
