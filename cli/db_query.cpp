#include <iostream>
#include <memory>

#include "cli/db_command.h"
#include "cli/filter_options.h"
#include "cli/rows.h"

namespace schiri::cli {

namespace {

struct QueryOptions {
  std::string db;
  std::string format = "text";

  void add_to(CLI::App& command) {
    command.add_option("--db", db, "The database")->required();
    command.add_option("--format", format, "text, json or csv")
        ->check(CLI::IsMember({"text", "json", "csv"}));
  }
};

struct GameQuery : QueryOptions {
  FilterOptions filter;
};

struct PlayerQuery : QueryOptions {
  std::optional<std::uint64_t> limit;
};

ExitStatus query_games(const GameQuery& query) {
  const db::GameFilter filter = query.filter.filter();
  const db::Store store(query.db, db::Store::Mode::read);
  Rows rows(std::cout, query.format,
            {"id", "event", "round", "game", "variant", "date", "white", "black", "result",
             "termination", "turns"});
  store.visit_games(filter, [&](const db::GameRow& game) {
    rows.add({game.id, game.event, game.round, game.game, game.variant, game.date, game.white,
              game.black, game.result, text_or_null(game.termination), game.turns});
    return bool(std::cout);
  });
  return ExitStatus::done;
}

ExitStatus query_players(const PlayerQuery& query) {
  const db::Store store(query.db, db::Store::Mode::read);
  Rows rows(std::cout, query.format, {"player", "games", "wins", "draws", "losses"});
  store.visit_players(query.limit, [&](const db::PlayerRow& player) {
    rows.add({player.name, player.games, player.wins, player.draws, player.losses});
    return bool(std::cout);
  });
  return ExitStatus::done;
}

ExitStatus query_events(const QueryOptions& query) {
  const db::Store store(query.db, db::Store::Mode::read);
  Rows rows(std::cout, query.format, {"event", "games", "planned", "shard"});
  for (const db::StoredEvent& event : store.events()) {
    const Json planned = event.was_played_here() ? Json(event.planned()) : Json();
    const Json shard = event.shards > 1
                           ? Json(std::to_string(event.shard) + "/" + std::to_string(event.shards))
                           : Json();
    rows.add({event.name, event.stored, planned, shard});
  }
  return ExitStatus::done;
}

}  // namespace

void add_db_query(CLI::App& db, ExitStatus& status) {
  CLI::App* query = db.add_subcommand("query", "Ask the database");
  query->require_subcommand(1);

  auto games = std::make_shared<GameQuery>();
  CLI::App* command = query->add_subcommand("games", "List games in the order they came in");
  games->add_to(*command);
  games->filter.add_to(*command);
  command->callback([games, &status] { status = query_games(*games); });

  auto players = std::make_shared<PlayerQuery>();
  command = query->add_subcommand("players", "List players by name, with their results");
  players->add_to(*command);
  command->add_option("--limit", players->limit, "At most so many")->check(CLI::NonNegativeNumber);
  command->callback([players, &status] { status = query_players(*players); });

  auto events = std::make_shared<QueryOptions>();
  command = query->add_subcommand("events", "List events, with the games played and planned");
  events->add_to(*command);
  command->callback([events, &status] { status = query_events(*events); });
}

}  // namespace schiri::cli
