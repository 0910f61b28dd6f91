// `schiri db query history` and `improved`: stored rating lists over time.
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <tuple>

#include "cli/database/query.h"
#include "cli/input/name_check.h"
#include "cli/ratings/list_view.h"
#include "cli/ratings/stored_lists.h"
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

double rounded_to_tenth(double number) { return std::round(number * 10) / 10; }

Json tenth_or_null(const std::optional<double>& number) {
  return number ? Json(rounded_to_tenth(*number)) : Json();
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

/// The last known ratings of players, by game, variant and name.
using LastRatings = std::map<std::tuple<std::string, std::string, std::string>, double>;

Json change_since(LastRatings& last, const db::DatedList& list, const rating::RatedPlayer& player) {
  if (!player.rating) return {};
  const auto key = std::tuple_cat(list.kind(), std::tuple(player.name));
  const auto earlier = last.find(key);
  const Json change =
      earlier == last.end() ? Json() : Json(rounded_to_tenth(*player.rating - earlier->second));
  last[key] = *player.rating;
  return change;
}

ExitStatus query_history(const HistoryQuery& query) {
  const db::Store store(query.db, db::Store::Mode::read);
  const auto lists = lists_of(store, query);
  if (lists.empty()) refuse_without_lists(query.db, message("there is no such rating list"));
  const db::GameFilter wanted = filter_of_player(query.player, lists);
  Rows rows = query.rows({"list", "date", "game", "variant", "method", "scale", "player", "rating",
                          "error", "bound", "change", "games", "rank", "players", "pool"});
  LastRatings last;
  for (const db::DatedList& list : lists) {
    for (const ListedPlayer& listed : ranked(list)) {
      const rating::RatedPlayer& player = *listed.player;
      if (!wanted.means(query.player, player.name)) continue;
      const Json change = change_since(last, list, player);
      rows.add({list.name, record_date(list.date), list.kind().first, list.kind().second,
                list.method, list.pools.front().scale, player.name, tenth_or_null(player.rating),
                tenth_or_null(player.error), text_or_null(rating::symbol(player.bound)), change,
                player.results.games(), listed.rank, players_in(list, listed.pool), listed.pool});
    }
  }
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

ExitStatus query_improved(const ImprovedQuery& query) {
  const db::Store store(query.db, db::Store::Mode::read);
  const auto pairs = pairs_of(store, query);
  Rows rows = query.rows({"game", "variant", "player", "change", "from", "to", "old", "rating",
                          "error", "old_games", "games", "old_rank", "rank"});
  for (const ListPair& pair : pairs) {
    for (const Gain& gain : gains_of(pair, query.min_games)) {
      const rating::RatedPlayer &old = *gain.before.player, &now = *gain.after.player;
      if (!rows.add({pair.to.kind().first, pair.to.kind().second, now.name,
                     rounded_to_tenth(gain.change()), pair.from.name, pair.to.name,
                     tenth_or_null(old.rating), tenth_or_null(now.rating), tenth_or_null(now.error),
                     old.results.games(), now.results.games(), gain.before.rank,
                     gain.after.rank})) {
        return ExitStatus::done;
      }
    }
  }
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
  command->callback([improved, &status] { status = query_improved(*improved); });
}

}  // namespace schiri::cli
