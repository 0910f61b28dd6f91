#include "cli/database/query.h"

#include <map>

#include "cli/database/db_command.h"
#include "cli/input/filter_options.h"
#include "cli/input/name_check.h"
#include "cli/line/argument_files.h"
#include "cli/line/usual_options.h"
#include "cli/print/console.h"
#include "core/rating/games/streaks.h"
#include "db/games/name_ids.h"
#include "db/import/import.h"
#include "db/query/duplicates.h"
#include "db/query/filtered_games.h"
#include "db/query/results.h"
#include "db/tournament/tournaments.h"
#include "notation/text/record_cells.h"
#include "notation/text/similar_names.h"

namespace schiri::cli {

namespace {

struct FilteredQuery : QueryOptions {
  FilterOptions filter;

  void add_filter(Command& command) { filter.add_selection(command); }
};

struct GamesQuery : FilteredQuery {
  void add_filter(Command& command) { filter.add_to(command); }
};

double points_of(std::uint64_t wins, std::uint64_t draws) {
  return static_cast<double>(wins) + static_cast<double>(draws) / 2;
}

/// Rows are sorted and limited by the database: there may be millions.
ExitStatus query_games(const GamesQuery& query) {
  TableOptions options = query.options();
  db::GameFilter filter = query.filter.filter(query.db);
  filter.limit = std::exchange(options.limit, std::nullopt);
  const std::vector<Column> columns = db::columns_of_games();
  for (const std::string& key : std::exchange(options.sort, {})) {
    const bool is_descending = key.starts_with('-');
    const std::size_t place =
        place_of_column("--sort", is_descending ? key.substr(1) : key, columns);
    filter.sort.push_back({columns[place].key, is_descending});
  }
  TableWriter rows(query.out(), options, columns);
  const db::Store store = open_for_query(query.db, filter);
  db::visit_games(store, filter, [&](const std::vector<db::GameCell>& cells) {
    std::vector<Cell> row;
    for (const db::GameCell& cell : cells) row.emplace_back(json_of(cell));
    return rows.add(std::move(row));
  });
  rows.finish();
  return ExitStatus::done;
}

// --- players and events
// ---------------------------------------------------------------------------

const Columns<db::PlayerRow>& player_columns() {
  using Row = const db::PlayerRow&;
  static const Columns<db::PlayerRow> columns = {
      {{"player", message("player"), Holds::text, "name"}, [](Row row) { return row.name; }},
      {{"games", message("games"), Holds::count, "with and without a result"},
       [](Row row) { return row.games; }},
      {{"wins", message("wins"), Holds::count}, [](Row row) { return row.wins; }},
      {{"draws", message("draws"), Holds::count}, [](Row row) { return row.draws; }},
      {{"losses", message("losses"), Holds::count}, [](Row row) { return row.losses; }},
      {{"score_rate", message("score %"), Holds::share, "null without a finished game"},
       [](Row row) {
         return score_rate(points_of(row.wins, row.draws), row.wins + row.draws + row.losses);
       }},
      {{"first", message("first"), Holds::date, "first game; null if unknown"},
       [](Row row) { return record_date(row.first_date); }},
      {{"last", message("last"), Holds::date, "last game; null if unknown"},
       [](Row row) { return record_date(row.last_date); }}};
  return columns;
}

ExitStatus query_players(const FilteredQuery& query) {
  const db::GameFilter filter = query.filter.filter(query.db);
  const db::Store store = open_for_query(query.db, filter);
  auto rows = query.rows(player_columns());
  db::visit_players(store, filter, [&](const db::PlayerRow& row) { return rows.add(row); });
  rows.finish();
  return ExitStatus::done;
}

struct EventRow {
  const std::string& event;
  const db::StoredTournament* tournament;  ///< null for imported games
  const db::EventGames games;

  bool is_complete() const {
    return !tournament || (tournament->stored == tournament->planned() &&
                           games.games >= tournament->stored);  // the filter leaves none out
  }
};

const Columns<EventRow>& event_columns() {
  using Row = const EventRow&;
  static const Columns<EventRow> columns = {
      {{"event", message("event"), Holds::text, "a tournament, or a value of the tag `Event`"},
       [](Row row) { return row.event; }},
      {{"games", message("games"), Holds::count, "stored games that the filters select"},
       [](Row row) { return row.games.games; }},
      {{"first", message("first"), Holds::date, "first game; null if unknown"},
       [](Row row) { return record_date(row.games.first_date); }},
      {{"last", message("last"), Holds::date, "last game; null if unknown"},
       [](Row row) { return record_date(row.games.last_date); }},
      {{"players", message("players"), Holds::count}, [](Row row) { return row.games.players; }},
      {{"winner", message("winner"), Holds::text,
        "the player with the most points in these games; null if several have them or a game is "
        "missing or unfinished"},
       [](Row row) { return text_or_null(row.is_complete() ? row.games.winner : std::string()); }},
      {{"planned", message("planned"), Holds::count, "games of the plan; null for imported games"},
       [](Row row) { return row.tournament ? Cell(row.tournament->planned()) : Cell(); }},
      {{"shard", message("shard"), Holds::text, "`I/N` for a part of a tournament"}, [](Row row) {
         if (!row.tournament || row.tournament->shards <= 1) return Cell();
         return Cell(std::to_string(row.tournament->shard) + "/" +
                     std::to_string(row.tournament->shards));
       }}};
  return columns;
}

ExitStatus query_events(const FilteredQuery& query) {
  const db::GameFilter filter = query.filter.filter(query.db);
  const db::Store store = open_for_query(query.db, filter);
  const auto games = db::games_of_events(store, filter);
  auto rows = query.rows(event_columns());
  std::map<std::int64_t, db::StoredTournament> tournaments;
  for (auto& tournament : db::stored_tournaments(store)) {
    tournaments.emplace(tournament.id, std::move(tournament));
  }
  for (const auto& [id, name] : db::stored_events(store)) {
    const auto stored = games.find(id);
    if (filter.asks_for_anything() && stored == games.end()) continue;
    const auto tournament = tournaments.find(id);
    const auto* const plan = tournament == tournaments.end() ? nullptr : &tournament->second;
    if (!rows.add({name, plan, stored == games.end() ? db::EventGames() : stored->second})) break;
  }
  rows.finish();
  return ExitStatus::done;
}

const Columns<db::ImportRow>& import_columns() {
  using Row = const db::ImportRow&;
  static const Columns<db::ImportRow> columns = {
      {{"id", message("id"), Holds::count, "for `db undo-import`"}, [](Row row) { return row.id; }},
      {{"time", message("time"), Holds::time, "UTC"}, [](Row row) { return row.time; }},
      {{"file", message("file")}, [](Row row) { return row.file; }},
      {{"games", message("games"), Holds::count, "games of it that are still stored"},
       [](Row row) { return row.games; }},
      {{"quarantined", message("quarantined"), Holds::count,
        "records of it that are still in quarantine"},
       [](Row row) { return row.quarantined; }},
      {{"known", message("known"), Holds::count, "games that were stored before"},
       [](Row row) { return row.known; }},
      {{"corrected", message("corrected"), Holds::count,
        "games of earlier imports that it corrected"},
       [](Row row) { return row.corrected; }}};
  return columns;
}

ExitStatus query_imports(const QueryOptions& query) {
  const db::Store store(query.db, db::Store::Mode::read);
  auto rows = query.rows(import_columns());
  db::visit_imports(store, [&](const db::ImportRow& row) { return rows.add(row); });
  rows.finish();
  return ExitStatus::done;
}

// --- names
// ----------------------------------------------------------------------------------------

const Columns<db::Alias>& alias_columns() {
  using Row = const db::Alias&;
  static const Columns<db::Alias> columns = {
      {{"kind", message("kind"), Holds::text, "`player` or `event`"},
       [](Row row) { return row.kind; }},
      {{"alias", message("alias"), Holds::text, "the former or other name"},
       [](Row row) { return row.alias; }},
      {{"name", message("name"), Holds::text, "the name under which games are stored"},
       [](Row row) { return row.name; }}};
  return columns;
}

ExitStatus query_aliases(const QueryOptions& query) {
  const db::Store store(query.db, db::Store::Mode::read);
  auto rows = query.rows(alias_columns());
  for (const db::Alias& alias : db::stored_aliases(store)) {
    if (!rows.add(alias)) break;
  }
  rows.finish();
  return ExitStatus::done;
}

struct DuplicatesQuery : QueryOptions {
  bool similar = false;
};

struct DuplicateRow {
  db::DuplicateNames names;
  std::string suggestion;  ///< a command; empty if there is none
  bool has_games = false;  ///< a pair of games is known
};

const Columns<DuplicateRow>& duplicate_columns() {
  using Row = const DuplicateRow&;
  const auto unless_game = [](auto db::DuplicateNames::*member) {
    return
        [member](Row row) { return row.names.kind == "game" ? Cell() : Cell(row.names.*member); };
  };
  static const Columns<DuplicateRow> columns = {
      {{"kind", message("kind"), Holds::text,
        "`player`, `event`, or `game` for two games that differ only in unknown tags"},
       [](Row row) { return row.names.kind; }},
      {{"name", message("name"), Holds::text,
        "the name to keep: of a tournament played here, or with more games; of a `game` its "
        "event, date, round and players"},
       [](Row row) { return row.names.name; }},
      {{"games", message("games"), Holds::count, "its games; null for a `game`"},
       unless_game(&db::DuplicateNames::games)},
      {{"other", message("other"), Holds::text, "the other name"},
       [](Row row) { return row.names.other; }},
      {{"other_games", message("games"), Holds::count, "its games; null for a `game`"},
       unless_game(&db::DuplicateNames::other_games)},
      {{"duplicates", message("duplicates"), Holds::count,
        "pairs of games that differ in these names only"},
       [](Row row) { return row.names.duplicates; }},
      {{"met", message("met"), Holds::count,
        "games of the two players against each other; null for a `game`"},
       unless_game(&db::DuplicateNames::met)},
      {{"id", message("id"), Holds::count, "one of these games; null for similar names"},
       [](Row row) { return row.has_games ? Cell(row.names.id) : Cell(); }},
      {{"other_id", message("other id"), Holds::count, "its duplicate"},
       [](Row row) { return row.has_games ? Cell(row.names.other_id) : Cell(); }},
      {{"suggestion", message("suggestion"), Holds::text,
        "the command that merges the two, or removes the second game; null if they differ"},
       [](Row row) { return text_or_null(row.suggestion); }}};
  return columns;
}

/// The command that makes two names one; empty if they cannot be merged.
std::string merge_command(const std::string& db, const db::DuplicateNames& names) {
  if (!names.is_mergeable) return {};
  const bool is_like_option = names.name.starts_with('-') || names.other.starts_with('-');
  return "schiri db merge-" + names.kind + "s --db " + shell_word(db) +
         (is_like_option ? " -- " : " ") + shell_word(names.name) + ' ' + shell_word(names.other);
}

/// Players with similar names.
std::vector<db::DuplicateNames> similar_players(const db::Store& store) {
  std::vector<db::PlayerRow> players;
  std::vector<std::string> names;
  db::visit_players(store, {}, [&](const db::PlayerRow& player) {
    players.push_back(player);
    names.push_back(player.name);
    return true;
  });
  std::vector<db::DuplicateNames> pairs;
  std::map<std::pair<std::string, std::string>, std::size_t> place;
  for (const auto& [a, b] : similar_pairs(names)) {
    place[{names[a], names[b]}] = pairs.size();
    db::DuplicateNames& pair = pairs.emplace_back();
    pair.kind = "player";
    pair.name = names[a];
    pair.other = names[b];
    pair.games = players[a].games;
    pair.other_games = players[b].games;
    pair.duplicates = db::duplicate_games(store, names[a], names[b]);
  }
  if (!pairs.empty()) {
    db::visit_meetings(store, {}, [&](const db::MeetingRow& row) {
      const auto found = place.find({row.player, row.opponent});
      if (found != place.end()) pairs[found->second].met += row.games;
      return true;
    });
  }
  for (db::DuplicateNames& pair : pairs) pair.is_mergeable = pair.met == 0;
  return pairs;
}

ExitStatus query_duplicates(const DuplicatesQuery& query) {
  const db::Store store(query.db, db::Store::Mode::read);
  auto rows = query.rows(duplicate_columns());
  const auto all = query.similar ? similar_players(store) : db::duplicate_names(store);
  for (const db::DuplicateNames& names : all) {
    if (!rows.add({names, merge_command(query.db, names), !query.similar})) break;
  }
  for (const db::TwinGames& twins :
       query.similar ? std::vector<db::TwinGames>() : db::twin_games(store)) {
    db::DuplicateNames names;
    names.kind = "game";
    names.name = twins.game;
    names.other = twins.other;
    names.duplicates = 1;
    names.id = twins.id;
    names.other_id = twins.other_id;
    const std::string suggestion =
        "schiri db delete-game --db " + shell_word(query.db) + ' ' + std::to_string(twins.other_id);
    if (!rows.add({names, suggestion, true})) break;
  }
  rows.finish();
  return ExitStatus::done;
}

// --- results
// --------------------------------------------------------------------------------------

const Columns<db::EndingRow>& ending_columns() {
  using Row = const db::EndingRow&;
  static const Columns<db::EndingRow> columns = {
      {{"game", message("game")}, [](Row row) { return row.game; }},
      {{"variant", message("variant")}, [](Row row) { return row.variant; }},
      {{"result", message("result")}, [](Row row) { return row.result; }},
      {{"ending", message("ending"), Holds::text, "as for `--ending`"},
       [](Row row) { return row.how; }},
      {{"games", message("games"), Holds::count}, [](Row row) { return row.games; }},
      {{"shortest", message("shortest"), Holds::count, "turns of a game"},
       [](Row row) { return row.shortest; }},
      {{"mean", message("mean"), Holds::number, "turns of a game"},
       [](Row row) { return row.average; }},
      {{"longest", message("longest"), Holds::count, "turns of a game"},
       [](Row row) { return row.longest; }}};
  return columns;
}

ExitStatus query_endings(const FilteredQuery& query) {
  const db::GameFilter filter = query.filter.filter(query.db);
  const db::Store store = open_for_query(query.db, filter);
  auto rows = query.rows(ending_columns());
  db::visit_endings(store, filter, [&](const db::EndingRow& row) { return rows.add(row); });
  rows.finish();
  return ExitStatus::done;
}

const Columns<db::MeetingRow>& meeting_columns() {
  using Row = const db::MeetingRow&;
  static const Columns<db::MeetingRow> columns = {
      {{"game", message("game")}, [](Row row) { return row.game; }},
      {{"variant", message("variant")}, [](Row row) { return row.variant; }},
      {{"player", message("player")}, [](Row row) { return row.player; }},
      {{"opponent", message("opponent")}, [](Row row) { return row.opponent; }},
      {{"games", message("games"), Holds::count, "finished games"},
       [](Row row) { return row.games; }},
      {{"wins", message("wins"), Holds::count}, [](Row row) { return row.wins; }},
      {{"draws", message("draws"), Holds::count}, [](Row row) { return row.draws; }},
      {{"losses", message("losses"), Holds::count}, [](Row row) { return row.losses; }},
      {{"score_rate", message("score %"), Holds::share, "share of the points"},
       [](Row row) { return score_rate(points_of(row.wins, row.draws), row.games); }},
      {{"as_white", message("as White"), Holds::count, "games with White"},
       [](Row row) { return row.games_as_white; }},
      {{"white_score_rate", message("White %"), Holds::share, "null without a game with White"},
       [](Row row) { return score_rate(row.points_as_white, row.games_as_white); }},
      {{"last", message("last"), Holds::date, "last game; null if unknown"},
       [](Row row) { return record_date(row.last_date); }}};
  return columns;
}

ExitStatus query_meetings(const FilteredQuery& query) {
  const db::GameFilter filter = query.filter.filter(query.db);
  const db::Store store = open_for_query(query.db, filter);
  auto rows = query.rows(meeting_columns());
  db::visit_meetings(store, filter, [&](const db::MeetingRow& row) { return rows.add(row); });
  rows.finish();
  return ExitStatus::done;
}

struct StreaksQuery : FilteredQuery {
  std::string kind = "wins";
};

struct StreakRow {
  const rating::GameLog& log;
  const rating::Streak& streak;
};

const Columns<StreakRow>& streak_columns() {
  using Row = const StreakRow&;
  static const Columns<StreakRow> columns = {
      {{"game", message("game")}, [](Row row) { return row.log.game(); }},
      {{"variant", message("variant")}, [](Row row) { return row.log.variant(); }},
      {{"player", message("player")}, [](Row row) { return row.streak.player; }},
      {{"kind", message("kind"), Holds::text, "`wins`, `unbeaten`, `draws`, `winless`, `losses`"},
       [](Row row) { return streak_name(row.streak.kind); }},
      {{"length", message("length"), Holds::count, "games"},
       [](Row row) { return row.streak.length; }},
      {{"first", message("first"), Holds::date, "first game; null if unknown"},
       [](Row row) { return record_date(row.streak.first_date); }},
      {{"last", message("last"), Holds::date, "last game; null if unknown"},
       [](Row row) { return record_date(row.streak.last_date); }},
      {{"open", message("open"), Holds::flag, "true if it lasts to the player's last game"},
       [](Row row) { return row.streak.open; }}};
  return columns;
}

rating::StreakKind kind_of(const std::string& name) {
  using rating::StreakKind;
  for (const auto kind :
       {StreakKind::unbeaten, StreakKind::draws, StreakKind::winless, StreakKind::losses}) {
    if (streak_name(kind) == name) return kind;
  }
  return StreakKind::wins;
}

ExitStatus query_streaks(const StreaksQuery& query) {
  const db::GameFilter filter = query.filter.filter(query.db);
  const db::Store store = open_for_query(query.db, filter);
  rating::GameCollector games;
  db::visit_results(store, filter, [&](const rating::FinishedGame& game) { games.add(game); });
  auto rows = query.rows(streak_columns());
  for (const rating::GameLog& log : games.logs()) {
    for (const auto& streak : longest_streaks(log, kind_of(query.kind))) {
      if (!rows.add({log, streak})) break;
    }
  }
  rows.finish();
  return ExitStatus::done;
}

}  // namespace

Cell score_rate(double points, std::uint64_t games) {
  return games ? Cell(points / static_cast<double>(games)) : Cell();
}

Option* QueryOptions::add_to(Command& command) {
  constexpr const char* about = "Query this database";
  Option* const database = add_database(command, db, about);
  add_table_format(command, table, {Format::text, Format::json, Format::csv});
  add_row_options(command, table);
  return database;
}

void add_db_query(Command& db) {
  Command& query =
      db.add_group("query", "Query a database",
                   "Example: schiri db query games --db a.db --player Ann", "database");
  add_queries(query);
}

void add_queries(Command& query) {
  add_query(query, "games", "List games in the order of their import",
            "--db a.db --player Ann --sort date", db::columns_of_games, query_games);
  add_query(query, "players", "List players with their results in the selected games",
            "--db a.db --game creeper --sort -games --limit 20", player_columns, query_players);
  add_query(query, "events", "List events with their planned and played games",
            "--db a.db --since 2024 --format csv", event_columns, query_events);
  add_query(query, "imports", "List imports: time, file, games stored and known already",
            "--db a.db", import_columns, query_imports);
  add_query(query, "aliases",
            "List the aliases of players and events, which renames and merges leave", "--db a.db",
            alias_columns, query_aliases);
  const auto [duplicates, duplicate_options] = add_query(
      query, "duplicates", "List equal games, and names by which otherwise equal games differ",
      "--db a.db", duplicate_columns, query_duplicates);
  duplicates.add_flag("--similar", duplicate_options.similar,
                      "List players with similar names instead");
  add_query_openings(query);
  add_query(query, "endings", "List the endings of games, with frequencies and lengths",
            "--db a.db --game creeper", ending_columns, query_endings);
  add_query(query, "head-to-head", "List the results of each two players, or of one --player",
            "--db a.db --player Ann", meeting_columns, query_meetings);
  const auto [streaks, options] =
      add_query(query, "streaks", "List each player's longest streak",
                "--db a.db --kind unbeaten --limit 10", streak_columns, query_streaks);
  streaks.add_option("--kind", options.kind, "Set the kind of streak (wins)")
      ->one_of({"wins", "unbeaten", "draws", "winless", "losses"});
  add_query_lists(query);
  add_query_sql(query);
}

}  // namespace schiri::cli
