#include "db/ratings/pair_counts.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "core/base/names.h"
#include "db/games/result_rows.h"
#include "db/query/filtered_games.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/transaction.h"

namespace schiri::db {

namespace {

using rating::GameCounts;
using rating::PlayerId;

/// Visits a page's entries. Throws StoreDamaged.
template <class Visitor>
void visit_page(const Connection& connection, Column page, const Visitor& visitor) {
  if (read_pair_page(page.getString(), visitor)) return;
  throw StoreDamaged(connection.path() +
                     ": the results that were added up cannot be read; 'schiri db index --rebuild' "
                     "adds them up again");
}

Statement select_games(SQLite::Database& database, const std::string& rest) {
  return {database, std::string("SELECT ") + ResultRows::columns + rest};
}

/// The pairs whose games came, went or changed since they were counted.
std::set<PlayerPair> uncounted_pairs(SQLite::Database& database) {
  std::set<PlayerPair> pairs;
  Statement select(database, "SELECT low_id, high_id FROM uncounted");
  while (select.executeStep()) {
    pairs.emplace(select.getColumn(0).getId(), select.getColumn(1).getId());
  }
  return pairs;
}

void add_all(Statement& select, const ResultRows& rows, PairCounter& counter) {
  while (select.executeStep()) counter.add(rows.read(select));
}

std::map<Kind, PairList> count_pairs(Connection& connection, const std::set<PlayerPair>& pairs) {
  const ResultRows rows(connection);
  PairCounter counter;
  auto select = select_games(connection.database(),
                             " FROM game WHERE white_id = ? AND black_id = ? ORDER BY id");
  const auto add = [&](std::int64_t white, std::int64_t black) {
    select.bind(1, white);
    select.bind(2, black);
    add_all(select, rows, counter);
    select.reset();
  };
  for (const auto& [low, high] : pairs) {
    add(low, high);
    if (low != high) add(high, low);
  }
  return counter.results(rows.ids_by_name());
}

std::map<Kind, PairList> count_all(Connection& connection) {
  const ResultRows rows(connection);
  PairCounter counter;
  auto select = select_games(connection.database(), " FROM game ORDER BY id");
  add_all(select, rows, counter);
  return counter.results(rows.ids_by_name());
}

/// Are the stored counts quicker than reading all games? Finding a game of a pair costs about ten
/// times as much as reading it in order.
bool counts_help(SQLite::Database& database) {
  return single_value(database,
                      "SELECT EXISTS (SELECT 1 FROM pair_count)"
                      " AND (SELECT count(*) FROM uncounted) <= (SELECT max(id) / 10 FROM game)")
      .getBool();
}

void write_pages(SQLite::Database& database, const std::map<Kind, PairList>& lists) {
  Statement insert(database,
                   "INSERT INTO pair_count (player_id, game, variant, counts) VALUES (?, ?, ?, ?)");
  PageBuilder builder;
  for (const auto& [kind, list] : lists) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const auto& [low, high] = list[i].first;
      builder.add(high, list[i].second);
      if (i + 1 < list.size() && list[i + 1].first.first == low) continue;
      const std::string page = builder.take();
      insert.bind(1, low);
      bind_text(insert, 2, kind.first);
      bind_text(insert, 3, kind.second);
      bind_text(insert, 4, page);
      insert.exec();
      insert.reset();
    }
  }
}

/// Writes the new results of pairs into the pages of the players with the lower ids.
class PageUpdate {
 public:
  explicit PageUpdate(Connection& connection) : connection_(connection) {}

  void run(const std::set<PlayerPair>& pairs) {
    std::map<Kind, PairList> lists = count_pairs(connection_, pairs);
    for (auto begin = pairs.begin(); begin != pairs.end();) {
      const auto end = pairs.lower_bound({begin->first + 1, 0});
      keep_other_entries(begin->first, pairs, lists);
      begin = end;
    }
    for (auto& [kind, list] : lists) {
      std::sort(list.begin(), list.end(),
                [](const auto& a, const auto& b) { return a.first < b.first; });
    }
    write_pages(connection_.database(), lists);
  }

 private:
  void keep_other_entries(std::int64_t player, const std::set<PlayerPair>& pairs,
                          std::map<Kind, PairList>& lists) {
    Statement select(connection_.database(),
                     "SELECT game, variant, counts FROM pair_count WHERE player_id = ?");
    select.bind(1, player);
    while (select.executeStep()) {
      PairList& list = lists[{select.getColumn(0).getString(), select.getColumn(1).getString()}];
      visit_page(connection_, select.getColumn(2),
                 [&](std::int64_t opponent, const PairResults& results) {
                   const PlayerPair players(player, opponent);
                   if (!pairs.contains(players)) list.emplace_back(players, results);
                 });
    }
    Statement remove(connection_.database(), "DELETE FROM pair_count WHERE player_id = ?");
    remove.bind(1, player);
    remove.exec();
  }

  Connection& connection_;
};

/// Puts counts for ratings together from pairs' results.
class CountsBuilder {
 public:
  CountsBuilder(const GameFilter& filter, const ResultRows& names)
      : filter_(filter), names_(names) {
    std::unordered_map<std::string, PlayerId, NameHash, NameEqual> by_name;
    for (const std::int64_t id : names.players_by_name()) {
      const std::string& name = names.player(id);
      const auto number = by_name.emplace(name, static_cast<PlayerId>(players_.size()));
      if (number.second) players_.push_back(name);
      numbers_.emplace(id, number.first->second);
    }
  }

  void add(const Kind& kind, const PlayerPair& players, const PairResults& results) {
    const PlayerId a = number(players.first), b = number(players.second);
    const auto takes_part = [&](const std::string& name) {
      return is_same_name(name, players_[a]) || is_same_name(name, players_[b]);
    };
    if (!std::all_of(filter_.players.begin(), filter_.players.end(), takes_part)) return;
    GameCounts& counts = counts_for(kind);
    counts.add_ignored(results.ignored);
    if (a == b) return;
    counts.add_games(a, b, results.singles[0]);
    counts.add_games(b, a, results.singles[1]);
    counts.add_pairs({a, b, results.cells});
    counts.add_repeats(a, b, results.repeats[0]);
    counts.add_repeats(b, a, results.repeats[1]);
    counts.add_unplayed(a, b, results.unplayed[0]);
    counts.add_unplayed(b, a, results.unplayed[1]);
  }

  bool wants(const Kind& kind) const {
    return (filter_.game.empty() || filter_.game == kind.first) &&
           (filter_.variant.empty() || filter_.variant == kind.second);
  }

  std::vector<GameCounts> finish() && {
    std::vector<GameCounts> list;
    for (auto& [kind, counts] : counts_) {
      counts.finish();
      list.push_back(std::move(counts));
    }
    return list;
  }

 private:
  PlayerId number(std::int64_t id) const {
    const auto found = numbers_.find(id);
    if (found != numbers_.end()) return found->second;
    names_.player(id);  // throws
    return 0;
  }

  GameCounts& counts_for(const Kind& kind) {
    if (last_ && last_->first == kind) return last_->second;
    auto found = counts_.find(kind);
    if (found == counts_.end()) {
      found = counts_.emplace(kind, GameCounts(kind.first, kind.second, players_)).first;
    }
    last_ = &*found;
    return found->second;
  }

  const GameFilter& filter_;
  const ResultRows& names_;
  std::vector<std::string> players_;
  std::unordered_map<std::int64_t, PlayerId> numbers_;
  std::map<Kind, GameCounts> counts_;
  std::pair<const Kind, GameCounts>* last_ = nullptr;
};

bool asks_for_more_than_pairs(const GameFilter& filter) {
  return !filter.event.empty() || !filter.result.empty() || !filter.since.empty() ||
         !filter.until.empty() || filter.limit || filter.offset > 0 || filter.id || filter.reaches;
}

std::vector<GameCounts> count_filtered(const Store& store, const GameFilter& filter) {
  rating::GameCollector games;
  visit_results(store, filter, [&](const rating::FinishedGame& game) { games.add(game); });
  std::vector<GameCounts> counts;
  for (const rating::GameLog& log : games.logs()) counts.emplace_back(log);
  return counts;
}

std::vector<GameCounts> counts_from_pages(Connection& connection, const GameFilter& filter) {
  const std::set<PlayerPair> uncounted = uncounted_pairs(connection.database());
  const ResultRows names(connection);
  CountsBuilder builder(filter, names);
  Statement select(connection.database(),
                   "SELECT player_id, game, variant, counts FROM pair_count");
  while (select.executeStep()) {
    const std::int64_t player = select.getColumn(0).getId();
    const Kind kind{select.getColumn(1).getString(), select.getColumn(2).getString()};
    if (!builder.wants(kind)) continue;
    visit_page(connection, select.getColumn(3),
               [&](std::int64_t opponent, const PairResults& results) {
                 const PlayerPair players(player, opponent);
                 if (!uncounted.contains(players)) builder.add(kind, players, results);
               });
  }
  for (const auto& [kind, list] : count_pairs(connection, uncounted)) {
    if (!builder.wants(kind)) continue;
    for (const auto& [players, results] : list) builder.add(kind, players, results);
  }
  return std::move(builder).finish();
}

}  // namespace

std::vector<rating::GameCounts> count_results(const Store& store, const GameFilter& filter) {
  Connection& connection = store.connection();
  return connection.run([&] {
    // All statements below must see the same games.
    const Snapshot snapshot(connection);
    SQLite::Database& database = connection.database();
    const bool by_pairs = !asks_for_more_than_pairs(filter) && counts_help(database);
    return by_pairs ? counts_from_pages(connection, filter) : count_filtered(store, filter);
  });
}

void add_up_results(Store& store, bool anew) {
  Connection& connection = store.connection();
  connection.run([&] {
    WriteTransaction transaction(connection);
    add_up_results(connection, anew);
    transaction.commit();
  });
}

void store_pair_counts(Connection& connection, const std::map<Kind, PairList>& lists) {
  connection.database().exec("DELETE FROM pair_count; DELETE FROM uncounted");
  write_pages(connection.database(), lists);
}

void add_up_results(Connection& connection, bool anew) {
  SQLite::Database& database = connection.database();
  if (!anew && counts_help(database)) {
    const auto uncounted = uncounted_pairs(database);
    if (!uncounted.empty()) PageUpdate(connection).run(uncounted);
  } else {
    store_pair_counts(connection, count_all(connection));
  }
  database.exec("DELETE FROM uncounted");
}

std::vector<WrongCount> wrong_pair_counts(const Store& store) {
  Connection& connection = store.connection();
  return connection.run([&] {
    const Snapshot snapshot(connection);
    std::vector<WrongCount> wrong;
    const ResultRows names(connection);
    const std::set<PlayerPair> uncounted = uncounted_pairs(connection.database());
    std::map<Kind, std::map<PlayerPair, PairResults>> right;
    for (auto& [kind, list] : count_all(connection)) {
      std::erase_if(list, [&](const auto& entry) { return uncounted.contains(entry.first); });
      right[kind].insert(list.begin(), list.end());
    }
    const auto tell = [&](const Kind& kind, const PlayerPair& players) {
      const auto name = [&](std::int64_t id) {
        return names.has_player(id) ? names.player(id) : "player " + std::to_string(id);
      };
      wrong.push_back({kind.first, kind.second, name(players.first), name(players.second)});
    };
    Statement select(connection.database(),
                     "SELECT player_id, game, variant, counts FROM pair_count");
    while (select.executeStep()) {
      const Kind kind{select.getColumn(1).getString(), select.getColumn(2).getString()};
      auto& pairs = right[kind];
      visit_page(connection, select.getColumn(3),
                 [&](std::int64_t opponent, const PairResults& results) {
                   const PlayerPair players(select.getColumn(0).getId(), opponent);
                   if (uncounted.contains(players)) return;
                   const auto found = pairs.find(players);
                   if (found == pairs.end() || found->second != results) tell(kind, players);
                   if (found != pairs.end()) pairs.erase(found);
                 });
    }
    for (const auto& [kind, pairs] : right) {
      for (const auto& [players, results] : pairs) tell(kind, players);
    }
    return wrong;
  });
}

}  // namespace schiri::db
