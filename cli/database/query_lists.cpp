// `schiri db query history` and `improved`: stored rating lists over time.
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <tuple>

#include "cli/database/query.h"
#include "cli/input/name_check.h"
#include "cli/ratings/list_view.h"
#include "cli/ratings/stored_lists.h"
#include "core/base/decimals.h"
#include "core/base/errors.h"
#include "db/ratings/rating_lists.h"
#include "notation/text/printable.h"
#include "notation/text/record_cells.h"

namespace schiri::cli {

namespace {

struct ListsQuery : QueryOptions {
  std::string game;
  std::string variant;
};

struct HistoryQuery : ListsQuery {
  std::string player;
};

struct ImprovedQuery : ListsQuery {
  std::string from;
  std::string to;
  std::uint64_t min_games = 0;
};

void add_kind(Command& command, ListsQuery& query) {
  query.add_to(command);
  command.add_option("--game", query.game, "Use only lists of this game");
  command.add_option("--variant", query.variant, "Use only lists of this variant");
}

std::vector<db::DatedList> lists_of(const db::Store& store, const ListsQuery& query) {
  return db::stored_lists(store, "", {query.game, query.variant});
}

/// A player of a stored list.
struct ListedPlayer {
  const rating::RatedPlayer* player = nullptr;
  int pool = 1;
  std::size_t rank = 0;  ///< in the pool, from 1; equal ratings share a rank
};

/// The players in the order of the list.
std::vector<ListedPlayer> ranked(const db::DatedList& list) {
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
std::uint64_t players_in(const db::DatedList& list, int pool) {
  std::uint64_t players = 0;
  for (const rating::RatingList& one : list.pools) {
    if (one.pool == pool) players += one.players.size();
  }
  return players;
}

[[noreturn]] void refuse_without_lists(const std::string& database, const Message& what) {
  throw InputError(message("{0}: {1}; 'schiri ratings --store --name NAME' stores one",
                           printable(database, 4096), what));
}

/// The filter that means the players of this name, otherwise those whose names contain it. Throws
/// InputError if no list has such a player.
db::GameFilter filter_of_player(const std::string& player,
                                const std::vector<db::DatedList>& lists) {
  NameCheck check;
  check.expect("PLAYER", NameKind::player, player);
  for (const db::DatedList& list : lists) {
    for (const ListedPlayer& listed : ranked(list)) {
      check.add_known(NameKind::player, listed.player->name);
    }
  }
  check.require_known();
  db::GameFilter filter;
  filter.parts = check.partial_names();
  return filter;
}

/// A player's line in a stored list.
struct HistoryRow {
  const db::DatedList& list;
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
      {{"rating", message("rating"), Holds::rating, "null if `bound` is not"},
       [](Row row) { return row.player.rating; }},
      {{"error", "±", Holds::rating, "half of the 95 % interval"},
       [](Row row) { return row.player.error; }},
      {{"bound", message("bound"), Holds::text, "`>` or `<` if no number exists"},
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

std::optional<double> change_since(LastRatings& last, const db::DatedList& list,
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
  const auto lists = lists_of(store, query);
  if (lists.empty()) refuse_without_lists(query.db, message("there is no such rating list"));
  const db::GameFilter wanted = filter_of_player(query.player, lists);
  auto rows = query.rows(history_columns());
  LastRatings last;
  for (const db::DatedList& list : lists) {
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

/// Two lists of one game and variant.
struct ListPair {
  db::DatedList from;
  db::DatedList to;
};

/// The last list of each kind, or those of a name.
std::vector<db::DatedList> later_lists(const std::vector<db::DatedList>& all,
                                       const ImprovedQuery& query) {
  if (!query.to.empty()) {
    return require_lists("--to", query.db, query.to, {query.game, query.variant});
  }
  std::vector<db::DatedList> last;
  for (const db::DatedList& list : all) {
    if (!query.from.empty() && list.name == query.from) continue;
    if (!last.empty() && last.back().kind() == list.kind()) last.pop_back();
    last.push_back(list);
  }
  return last;
}

/// The list before another one, or that of the name `--from`; null if there is none.
const db::DatedList* list_before(const std::vector<db::DatedList>& all, const db::DatedList& to,
                                 const std::string& from) {
  const db::DatedList* before = nullptr;
  for (const db::DatedList& list : all) {
    if (list.kind() != to.kind()) continue;
    if (from.empty() ? list.name == to.name : list.name == from) {
      return from.empty() ? before : &list;
    }
    before = &list;
  }
  return nullptr;
}

std::vector<ListPair> pairs_of(const db::Store& store, const ImprovedQuery& query) {
  const auto all = lists_of(store, query);
  if (!query.from.empty()) {
    require_lists("--from", query.db, query.from, {query.game, query.variant});
  }
  std::vector<ListPair> pairs;
  for (const db::DatedList& to : later_lists(all, query)) {
    const db::DatedList* const from = list_before(all, to, query.from);
    if (!from) continue;
    ListView view;
    view.earlier = {*from};
    view.require_comparable({to});
    pairs.push_back({*from, to});
  }
  if (pairs.empty())
    refuse_without_lists(query.db, message("there is no pair of rating lists to compare"));
  return pairs;
}

/// A player of both lists with a rating in both.
struct Gain {
  ListedPlayer before;
  ListedPlayer after;

  double change() const { return *after.player->rating - *before.player->rating; }
};

/// The largest gain first.
std::vector<Gain> gains_of(const ListPair& pair, std::uint64_t min_games) {
  std::map<std::string_view, ListedPlayer> before;
  for (const ListedPlayer& listed : ranked(pair.from)) before[listed.player->name] = listed;
  std::vector<Gain> gains;
  for (const ListedPlayer& listed : ranked(pair.to)) {
    const auto earlier = before.find(listed.player->name);
    if (earlier == before.end() || !earlier->second.player->rating || !listed.player->rating ||
        earlier->second.player->results.games() < min_games) {
      continue;
    }
    gains.push_back({earlier->second, listed});
  }
  std::stable_sort(gains.begin(), gains.end(),
                   [](const Gain& a, const Gain& b) { return a.change() > b.change(); });
  return gains;
}

struct GainRow {
  const ListPair& pair;
  const Gain& gain;

  const rating::RatedPlayer& old() const { return *gain.before.player; }
  const rating::RatedPlayer& now() const { return *gain.after.player; }
};

const Columns<GainRow>& gain_columns() {
  using Row = const GainRow&;
  static const Columns<GainRow> columns = {
      {{"game", message("game")}, [](Row row) { return row.pair.to.kind().first; }},
      {{"variant", message("variant")}, [](Row row) { return row.pair.to.kind().second; }},
      {{"player", message("player")}, [](Row row) { return row.now().name; }},
      {{"change", message("change"), Holds::rating, "points gained; negative for a loss"},
       [](Row row) { return row.gain.change(); }},
      {{"from", message("from"), Holds::text, "name of the earlier list"},
       [](Row row) { return row.pair.from.name; }},
      {{"to", message("to"), Holds::text, "name of the later list"},
       [](Row row) { return row.pair.to.name; }},
      {{"old", message("old"), Holds::rating, "in the earlier list"},
       [](Row row) { return row.old().rating; }},
      {{"rating", message("rating"), Holds::rating, "in the later list"},
       [](Row row) { return row.now().rating; }},
      {{"error", "±", Holds::rating, "half of the 95 % interval in the later list"},
       [](Row row) { return row.now().error; }},
      {{"old_games", message("old games"), Holds::count, "in the earlier list"},
       [](Row row) { return row.old().results.games(); }},
      {{"games", message("games"), Holds::count, "in the later list"},
       [](Row row) { return row.now().results.games(); }},
      {{"old_rank", message("old rank"), Holds::count, "in the earlier list"},
       [](Row row) { return row.gain.before.rank; }},
      {{"rank", message("rank"), Holds::count, "in the later list"},
       [](Row row) { return row.gain.after.rank; }}};
  return columns;
}

ExitStatus query_improved(const ImprovedQuery& query) {
  const db::Store store(query.db, db::Store::Mode::read);
  const auto pairs = pairs_of(store, query);
  auto rows = query.rows(gain_columns());
  for (const ListPair& pair : pairs) {
    for (const Gain& gain : gains_of(pair, query.min_games)) {
      if (!rows.add({pair, gain})) break;
    }
  }
  rows.finish();
  return ExitStatus::done;
}

}  // namespace

void add_query_lists(Command& query, ExitStatus& status, const QueryHost& host) {
  auto history = std::make_shared<HistoryQuery>();
  history->host = host;
  Command* command =
      query.add_subcommand("history", "List a player's rating and rank in every stored list");
  command->add_option("PLAYER", history->player, "The player, or a part of the name")->required();
  add_kind(*command, *history);
  command->footer(
      "The column change is the difference from the player's list before.\n"
      "Example: schiri db query history Ann --db a.db\nManual: schiri help ratings");
  command->prints(history_columns);
  command->callback([history, &status] { status = query_history(*history); });

  auto improved = std::make_shared<ImprovedQuery>();
  improved->host = host;
  command = query.add_subcommand("improved", "List who gained most between two stored lists");
  add_kind(*command, *improved);
  command->add_option("--from", improved->from, "Compare with this list (the one before)")
      ->type_name("LIST");
  command->add_option("--to", improved->to, "Compare this list (the last one)")->type_name("LIST");
  command
      ->add_option("--min-games", improved->min_games,
                   "Use only players with at least N games in the earlier list (0)")
      ->not_negative();
  command->footer(
      "Players without a number in one of the lists are left out.\n"
      "Example: schiri db query improved --db a.db --from 2025-12 --to 2026-12\n"
      "Manual: schiri help ratings");
  command->prints(gain_columns);
  command->callback([improved, &status] { status = query_improved(*improved); });
}

}  // namespace schiri::cli
