// `schiri db query history`: a player in stored rating lists.
#include <map>
#include <optional>
#include <tuple>

#include "cli/database/query.h"
#include "cli/input/name_check.h"
#include "cli/line/start.h"
#include "core/base/errors.h"
#include "db/ratings/rating_lists.h"
#include "notation/rating/rows.h"
#include "notation/text/printable.h"
#include "notation/text/record_cells.h"

namespace schiri::cli {

namespace {

struct HistoryQuery : QueryOptions {
  std::string player;
  std::string game;
  std::string variant;
};

/// A player of a stored list.
struct ListedPlayer {
  const rating::RatedPlayer* player = nullptr;
  int pool = 1;
  std::size_t rank = 0;  ///< in the pool, from 1; equal ratings share a rank
};

/// The players in the order of the list.
std::vector<ListedPlayer> ranked(const db::KindList& list) {
  std::vector<ListedPlayer> ranked;
  for (const rating::RatingList& pool : list.pools) {
    const std::size_t first = ranked.size();
    for (const rating::RatedPlayer& player : pool.players) {
      const std::size_t place = ranked.size() - first + 1;
      const bool is_tied = place > 1 && ranked.back().player->rating == player.rating &&
                           ranked.back().player->bound == player.bound;
      ranked.push_back({&player, pool.pool, is_tied ? ranked.back().rank : place});
    }
  }
  return ranked;
}

/// The number of players in a pool of the list.
std::uint64_t players_in(const db::KindList& list, int pool) {
  std::uint64_t players = 0;
  for (const rating::RatingList& one : list.pools) {
    if (one.pool == pool) players += one.players.size();
  }
  return players;
}

/// A player's line in a stored list.
struct HistoryRow {
  const db::KindList& list;
  const rating::RatedPlayer& player;
  std::optional<double> change;
  std::size_t rank;
  std::uint64_t players;  ///< in the pool
  int pool;
};

const Columns<HistoryRow>& history_columns() {
  using Row = const HistoryRow&;
  static const Columns<HistoryRow> columns = {
      {{"list", message("list"), Holds::text, "name of the list"},
       [](Row row) { return row.list.name; }},
      {{"date", message("date"), Holds::date, "day of the list"},
       [](Row row) { return record_date(row.list.date); }},
      {{"game", message("game")}, [](Row row) { return row.list.kind().first; }},
      {{"variant", message("variant")}, [](Row row) { return row.list.kind().second; }},
      {{"method", message("method"), Holds::text, "`bt`, `elo` or `glicko2`"},
       [](Row row) { return row.list.method; }},
      {{"scale", message("scale"), Holds::text, "`elo`"},
       [](Row row) { return row.list.pools.front().scale; }},
      {{"player", message("player")}, [](Row row) { return row.player.name; }},
      {{"rating", message("rating"), Holds::rating, "null if there is only a bound"},
       [](Row row) { return row.player.rating; }},
      {{"error", "±", Holds::rating, "half of the 95 % interval; null if an end is open"},
       [](Row row) { return rating::error_cell(row.player); }},
      {{"low", message("low"), Holds::rating, "lower end of the 95 % interval; null if open"},
       [](Row row) { return row.player.low; }},
      {{"high", message("high"), Holds::rating, "upper end; null if open"},
       [](Row row) { return row.player.high; }},
      {{"bound", message("bound"), Holds::text, "`>` or `<`: no upper or no lower end"},
       [](Row row) { return text_or_null(rating::symbol(row.player.bound)); }},
      {{"change", message("change"), Holds::rating, "since the player's list before"},
       [](Row row) { return row.change; }},
      {{"games", message("games"), Holds::count},
       [](Row row) { return row.player.results.games(); }},
      {{"rank", message("rank"), Holds::count, "in the pool; equal ratings share a rank"},
       [](Row row) { return row.rank; }},
      {{"players", message("players"), Holds::count, "of the pool"},
       [](Row row) { return row.players; }},
      {{"pool", message("pool"), Holds::count, "from 1"}, [](Row row) { return row.pool; }}};
  return columns;
}

/// The last known ratings of players, by game, variant and name.
using LastRatings = std::map<std::tuple<std::string, std::string, std::string>, double>;

std::optional<double> change_since(LastRatings& last, const db::KindList& list,
                                   const rating::RatedPlayer& player) {
  if (!player.rating) return {};
  const auto key = std::tuple_cat(list.kind(), std::tuple(player.name));
  const auto earlier = last.find(key);
  std::optional<double> change;
  if (earlier != last.end()) change = *player.rating - earlier->second;
  last[key] = *player.rating;
  return change;
}

ExitStatus query_history(const HistoryQuery& query) {
  const db::Store store(query.db, db::Store::Mode::read);
  const auto lists = db::stored_lists(store, "", {query.game, query.variant});
  if (lists.empty()) {
    throw InputError(
        message("{0}: there is no such rating list; 'schiri ratings --store --name "
                "NAME' stores one",
                printable(query.db, 4096)));
  }
  std::vector<std::string> known;
  for (const db::KindList& list : lists) {
    for (const ListedPlayer& listed : ranked(list)) known.push_back(listed.player->name);
  }
  const db::GameFilter wanted = resolve_players("PLAYER", {query.player}, known);
  auto rows = query.rows(history_columns());
  LastRatings last;
  for (const db::KindList& list : lists) {
    for (const ListedPlayer& listed : ranked(list)) {
      const rating::RatedPlayer& player = *listed.player;
      if (!wanted.means(query.player, player.name)) continue;
      const auto change = change_since(last, list, player);
      if (!rows.add(
              {list, player, change, listed.rank, players_in(list, listed.pool), listed.pool})) {
        break;
      }
    }
  }
  rows.finish();
  return ExitStatus::done;
}

}  // namespace

void add_query_lists(Command& query) {
  const auto [command, options] =
      add_query(query, "history", "List a player's rating and rank in every stored list",
                "The column change is the difference from the player's list before.\nExample: "
                "schiri db query history Ann --db a.db",
                history_columns, query_history, "ratings");
  command.add_option("PLAYER", options.player, "The player, or a part of the name")->required();
  add_game(command, "--game", options.game, "Use only lists of this game");
  command.add_option("--variant", options.variant, "Use only lists of this variant");
}

}  // namespace schiri::cli
