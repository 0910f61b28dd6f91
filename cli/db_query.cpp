#include "cli/db_query.h"

#include <iostream>
#include <memory>

#include "cli/db_command.h"
#include "cli/filter_options.h"
#include "cli/rows.h"

namespace schiri::cli {

namespace {

struct GameQuery : QueryOptions {
  FilterOptions filter;
  std::string sort;
  bool descending = false;
};

struct PlayerQuery : QueryOptions {
  std::optional<std::uint64_t> limit;
};

ExitStatus query_games(const GameQuery& query) {
  db::GameFilter filter = query.filter.filter();
  filter.sort = query.sort;
  filter.descending = query.descending;
  const db::Store store(query.db, db::Store::Mode::read);
  Rows rows(std::cout, query.format,
            {"id", "event", "round", "game", "variant", "date", "white", "black", "result",
             "termination", "turns"},
            query.columns);
  store.visit_games(filter, [&](const db::GameRow& game) {
    rows.add({game.id, game.event, game.round, game.game, game.variant, game.date, game.white,
              game.black, game.result, text_or_null(game.termination), game.turns});
    return bool(std::cout);
  });
  return ExitStatus::done;
}

ExitStatus query_players(const PlayerQuery& query) {
  const db::Store store(query.db, db::Store::Mode::read);
  Rows rows(std::cout, query.format, {"player", "games", "wins", "draws", "losses"}, query.columns);
  store.visit_players(query.limit, [&](const db::PlayerRow& player) {
    rows.add({player.name, player.games, player.wins, player.draws, player.losses});
    return bool(std::cout);
  });
  return ExitStatus::done;
}

ExitStatus query_events(const QueryOptions& query) {
  const db::Store store(query.db, db::Store::Mode::read);
  Rows rows(std::cout, query.format, {"event", "games", "planned", "shard"}, query.columns);
  for (const db::StoredEvent& event : store.events()) {
    const Json planned = event.was_played_here() ? Json(event.planned()) : Json();
    const Json shard = event.shards > 1
                           ? Json(std::to_string(event.shard) + "/" + std::to_string(event.shards))
                           : Json();
    rows.add({event.name, event.stored, planned, shard});
  }
  return ExitStatus::done;
}

ExitStatus query_imports(const QueryOptions& query) {
  const db::Store store(query.db, db::Store::Mode::read);
  Rows rows(std::cout, query.format, {"id", "time", "file", "games", "quarantined", "known"},
            query.columns);
  store.visit_imports([&](const db::ImportRow& row) {
    rows.add({row.id, row.time, row.file, row.games, row.quarantined, row.known});
    return bool(std::cout);
  });
  return ExitStatus::done;
}

}  // namespace

void QueryOptions::add_to(CLI::App& command) {
  command.add_option("--db", db, "The database")->required();
  command.add_option("--format", format, "text, json or csv")
      ->check(CLI::IsMember({"text", "json", "csv"}));
  command.add_option("--columns", columns, "Only these columns, in this order: A,B,...")
      ->delimiter(',');
}

void add_db_query(CLI::App& db, ExitStatus& status) {
  CLI::App* query = db.add_subcommand("query", "Ask the database");
  query->require_subcommand(1);

  auto games = std::make_shared<GameQuery>();
  CLI::App* command = query->add_subcommand("games", "List games in the order they came in");
  games->add_to(*command);
  games->filter.add_to(*command);
  command->add_option("--sort", games->sort, "The column that games are sorted by")
      ->check(CLI::IsMember(
          std::vector<std::string>(std::begin(db::sort_columns), std::end(db::sort_columns))));
  command->add_flag("--descending", games->descending, "The last first");
  command->footer("Example: schiri db query games --db a.db --player Ann --sort date");
  command->callback([games, &status] { status = query_games(*games); });

  auto players = std::make_shared<PlayerQuery>();
  command = query->add_subcommand("players", "List players by name, with their results");
  command->footer("Example: schiri db query players --db a.db --limit 20");
  players->add_to(*command);
  command->add_option("--limit", players->limit, "At most so many")->check(CLI::NonNegativeNumber);
  command->callback([players, &status] { status = query_players(*players); });

  auto events = std::make_shared<QueryOptions>();
  command = query->add_subcommand("events", "List events, with the games played and planned");
  command->footer("Example: schiri db query events --db a.db --format csv");
  events->add_to(*command);
  command->callback([events, &status] { status = query_events(*events); });

  auto imports = std::make_shared<QueryOptions>();
  command = query->add_subcommand(
      "imports", "List imports: when, of which file, what is left of it, what was there already");
  imports->add_to(*command);
  command->footer("Example: schiri db query imports --db a.db");
  command->callback([imports, &status] { status = query_imports(*imports); });

  add_query_openings(*query, status);
  add_query_results(*query, status);
  add_query_sql(*query, status);
}

}  // namespace schiri::cli
