#include "db/pair_counts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>
#include <unordered_map>

#include "core/random.h"
#include "core/rating/pairing.h"
#include "db/connection.h"
#include "db/migrations.h"
#include "db/result_rows.h"

namespace schiri::db {

namespace {

using rating::GameCounts;
using rating::Ignored;
using rating::PlayerId;
using rating::Wdl;

constexpr int version_with_counts = 5;

/// Two players, the lower id first; the same twice for a player's games against itself.
using PlayerPair = std::pair<std::int64_t, std::int64_t>;

PlayerPair pair_of(std::int64_t a, std::int64_t b) { return std::minmax(a, b); }

/// Game and variant.
using Kind = std::pair<std::string, std::string>;

/// What the games of two players amount to. [0] where the first was White, [1] where the second,
/// from White's side.
struct PairResults {
  std::array<Wdl, 2> singles;
  std::array<std::array<std::uint64_t, 3>, 3> cells{};  ///< see rating::PairCount
  std::array<Wdl, 2> repeats;
  Ignored ignored;

  friend bool operator==(const PairResults&, const PairResults&) = default;
};

constexpr std::size_t numbers_of_results = 25;

/// Visits the numbers in the order in which they are stored.
template <class Results, class Visitor>
void visit_numbers(Results& results, const Visitor& visitor) {
  const auto visit_wdl = [&](auto& wdls) {
    for (auto& wdl : wdls) {
      visitor(wdl.wins);
      visitor(wdl.draws);
      visitor(wdl.losses);
    }
  };
  visit_wdl(results.singles);
  for (auto& row : results.cells) {
    for (auto& cell : row) visitor(cell);
  }
  visit_wdl(results.repeats);
  visitor(results.ignored.unfinished);
  visitor(results.ignored.voided);
  visitor(results.ignored.unknown_player);
  visitor(results.ignored.against_itself);
}

/// A page is what one player's games against players of higher ids, and itself, amount to: JSON,
/// `[[opponent, number, ...], ...]`, zeros at the end of each left out.
void append_entry(std::int64_t opponent, const PairResults& results, std::string& page) {
  std::array<std::uint64_t, numbers_of_results> numbers{};
  std::size_t count = 0, used = 0;
  visit_numbers(results, [&](std::uint64_t number) {
    numbers[count++] = number;
    if (number != 0) used = count;
  });
  page += page.empty() ? "[[" : ",[";
  page += std::to_string(opponent);
  for (std::size_t i = 0; i < used; ++i) {
    page += ',';
    page += std::to_string(numbers[i]);
  }
  page += ']';
}

/// Reads a page, as far as it is one.
class PageReader {
 public:
  explicit PageReader(std::string_view page) : rest_(page) {}

  /// False at the end.
  bool next() {
    take(first_ ? '[' : ',');
    first_ = false;
    take('[');
    if (!read(opponent_)) ok_ = false;
    results_ = {};
    bool more = true;
    visit_numbers(results_, [&](std::uint64_t& number) {
      more = more && rest_.starts_with(',');
      if (!more) return;
      rest_.remove_prefix(1);
      if (!read(number)) ok_ = false;
    });
    take(']');
    return ok_;
  }
  bool at_end() const { return rest_ == "]"; }
  bool ok() const { return ok_; }

  std::int64_t opponent() const { return opponent_; }
  const PairResults& results() const { return results_; }

 private:
  void take(char c) {
    if (rest_.starts_with(c)) {
      rest_.remove_prefix(1);
    } else {
      ok_ = false;
    }
  }
  template <class Number>
  bool read(Number& number) {
    const char* const end = rest_.data() + rest_.size();
    const auto [stop, error] = std::from_chars(rest_.data(), end, number);
    rest_.remove_prefix(static_cast<std::size_t>(stop - rest_.data()));
    return error == std::errc{};
  }

  std::string_view rest_;
  bool first_ = true;
  bool ok_ = true;
  std::int64_t opponent_ = 0;
  PairResults results_;
};

/// Visits a page's entries, in the order of opponents. Throws StoreDamaged.
template <class Visitor>
void visit_page(const std::string& path, std::string_view page, const Visitor& visitor) {
  PageReader reader(page);
  while (reader.next()) {
    visitor(reader.opponent(), reader.results());
    if (reader.at_end()) return;
  }
  throw StoreDamaged(path +
                     ": the results that were added up do not read; 'schiri db index --rebuild' "
                     "adds them up anew");
}

using PairList = std::vector<std::pair<PlayerPair, PairResults>>;

/// Finds the results of pairs, made where there are none yet.
class PairTable {
 public:
  PairResults& at(const PlayerPair& players) {
    const auto [place, is_new] = places_.emplace(players, list_.size());
    if (is_new) list_.emplace_back(players, PairResults());
    return list_[place->second].second;
  }

  PairList sorted() && {
    std::sort(list_.begin(), list_.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    return std::move(list_);
  }

 private:
  struct Hash {
    std::size_t operator()(const PlayerPair& players) const {
      return mix64(from_stored(players.first) ^ mix64(from_stored(players.second)));
    }
  };

  PairList list_;
  std::unordered_map<PlayerPair, std::size_t, Hash> places_;
};

/// Adds up games, row by row.
class Counter {
 public:
  explicit Counter(Connection& connection) : rows_(connection) {}

  /// The rows of a statement for ResultRows, for each White and Black in the order of ids.
  void add_all(SQLite::Statement& select) {
    while (select.executeStep()) add(select);
  }

  /// By game, variant and players.
  std::map<Kind, PairList> results() const {
    std::map<Kind, PairTable> tables = ignored_;
    for (const rating::GameLog& log : games_.logs()) add(log, tables[{log.game(), log.variant()}]);
    std::map<Kind, PairList> lists;
    for (auto& [kind, table] : tables) lists.emplace(kind, std::move(table).sorted());
    return lists;
  }

 private:
  void add(SQLite::Statement& row) {
    const rating::FinishedGame game = rows_.read(row);
    const std::int64_t white = ResultRows::white(row), black = ResultRows::black(row);
    if (const Ignored reason = reason_to_ignore(game); reason.total() > 0) {
      const Kind kind{game.game, game.variant};
      ignored_[kind].at(pair_of(white, black)).ignored += reason;
      return;
    }
    ids_.emplace(game.white, white);
    ids_.emplace(game.black, black);
    games_.add(game);
  }

  void add(const rating::GameLog& log, PairTable& table) const {
    const std::vector<bool> repeat = rating::find_repeats(log);
    const std::vector<std::size_t> partner = rating::find_partners(log, repeat);
    std::vector<std::int64_t> ids;
    for (const std::string& name : log.players()) ids.push_back(ids_.at(name));
    for (std::size_t i = 0; i < log.entries().size(); ++i) {
      const rating::GameLog::Entry& game = log.entries()[i];
      const PlayerPair players = pair_of(ids[game.white], ids[game.black]);
      const bool first_is_white = ids[game.white] == players.first;
      PairResults& results = table.at(players);
      if (repeat[i]) {
        results.repeats[!first_is_white].add(game.result, 1);
      } else if (partner[i] == i) {
        results.singles[!first_is_white].add(game.result, 1);
      } else if (first_is_white) {
        const Outcome other = log.entries()[partner[i]].result;
        ++results.cells[rating::cell_of(game.result)][rating::cell_of(other)];
      }
    }
  }

  ResultRows rows_;
  rating::GameCollector games_;
  std::unordered_map<std::string_view, std::int64_t> ids_;  ///< names live in `rows_`
  std::map<Kind, PairTable> ignored_;
};

bool has_counts(SQLite::Database& database) {
  return schema_version(database) >= version_with_counts;
}

constexpr const char* select_all = " FROM game ORDER BY id";

SQLite::Statement select_games(SQLite::Database& database, const std::string& rest) {
  return {database, std::string("SELECT ") + ResultRows::columns + rest};
}

/// The pairs whose games came, went or changed since they were counted.
std::set<PlayerPair> uncounted_pairs(SQLite::Database& database) {
  std::set<PlayerPair> pairs;
  SQLite::Statement select(database, "SELECT low_id, high_id FROM uncounted");
  while (select.executeStep()) {
    pairs.emplace_hint(pairs.end(), select.getColumn(0).getInt64(), select.getColumn(1).getInt64());
  }
  return pairs;
}

std::map<Kind, PairList> count_pairs(Connection& connection, const std::set<PlayerPair>& pairs) {
  Counter counter(connection);
  auto select = select_games(connection.database(),
                             " FROM game WHERE white_id = ? AND black_id = ? ORDER BY id");
  const auto add = [&](std::int64_t white, std::int64_t black) {
    select.bind(1, white);
    select.bind(2, black);
    counter.add_all(select);
    select.reset();
  };
  for (const auto& [low, high] : pairs) {
    add(low, high);
    if (low != high) add(high, low);
  }
  return counter.results();
}

std::map<Kind, PairList> count_all(Connection& connection) {
  Counter counter(connection);
  auto select = select_games(connection.database(), select_all);
  counter.add_all(select);
  return counter.results();
}

/// Is it quicker to go through all games? Finding those of a pair costs about ten times as much as
/// meeting them.
bool counts_help(SQLite::Database& database) {
  return database
             .execAndGet(
                 "SELECT EXISTS (SELECT 1 FROM pair_count)"
                 " AND (SELECT count(*) FROM uncounted) <= (SELECT count(*) / 10 FROM game)")
             .getInt() != 0;
}

/// Writes the pages of a game and variant.
class PageWriter {
 public:
  explicit PageWriter(SQLite::Database& database)
      : insert_(database,
                "INSERT INTO pair_count (player_id, game, variant, counts) VALUES (?, ?, ?, ?)") {}

  /// A list sorted by players.
  void write(const Kind& kind, const PairList& list) {
    std::string page;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const auto& [low, high] = list[i].first;
      append_entry(high, list[i].second, page);
      if (i + 1 < list.size() && list[i + 1].first.first == low) continue;
      page += ']';
      insert_.bind(1, low);
      bind_text(insert_, 2, kind.first);
      bind_text(insert_, 3, kind.second);
      bind_text(insert_, 4, page);
      insert_.exec();
      insert_.reset();
      page.clear();
    }
  }

 private:
  SQLite::Statement insert_;
};

/// Puts the pairs' new results into the pages of the players with the lower ids.
class PageUpdate {
 public:
  explicit PageUpdate(Connection& connection)
      : connection_(connection), writer_(connection.database()) {}

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
      writer_.write(kind, list);
    }
  }

 private:
  void keep_other_entries(std::int64_t player, const std::set<PlayerPair>& pairs,
                          std::map<Kind, PairList>& lists) {
    SQLite::Statement select(connection_.database(),
                             "SELECT game, variant, counts FROM pair_count WHERE player_id = ?");
    select.bind(1, player);
    while (select.executeStep()) {
      PairList& list = lists[{select.getColumn(0).getString(), select.getColumn(1).getString()}];
      visit_page(connection_.path(), select.getColumn(2).getString(),
                 [&](std::int64_t opponent, const PairResults& results) {
                   const PlayerPair players(player, opponent);
                   if (!pairs.contains(players)) list.emplace_back(players, results);
                 });
    }
    SQLite::Statement remove(connection_.database(), "DELETE FROM pair_count WHERE player_id = ?");
    remove.bind(1, player);
    remove.exec();
  }

  Connection& connection_;
  PageWriter writer_;
};

/// Puts counts for ratings together from pairs' results.
class CountsBuilder {
 public:
  CountsBuilder(const GameFilter& filter, const ResultRows& names)
      : filter_(filter), names_(names), ids_(names.players_by_name()) {
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      numbers_.emplace(ids_[i], static_cast<PlayerId>(i));
      players_.push_back(names.player(ids_[i]));
    }
  }

  void add(const Kind& kind, const PlayerPair& players, const PairResults& results) {
    const PlayerId a = number(players.first), b = number(players.second);
    const auto takes_part = [&](const std::string& name) {
      return name == players_[a] || name == players_[b];
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
  std::vector<std::int64_t> ids_;
  std::vector<std::string> players_;
  std::unordered_map<std::int64_t, PlayerId> numbers_;
  std::map<Kind, GameCounts> counts_;
  std::pair<const Kind, GameCounts>* last_ = nullptr;
};

bool asks_for_more_than_pairs(const GameFilter& filter) {
  return !filter.event.empty() || !filter.result.empty() || !filter.since.empty() ||
         !filter.until.empty() || filter.limit || filter.offset > 0 || filter.reaches;
}

std::vector<GameCounts> count_games(const Store& store, const GameFilter& filter) {
  rating::GameCollector games;
  store.visit_results(filter, [&](const rating::FinishedGame& game) { games.add(game); });
  std::vector<GameCounts> counts;
  for (const rating::GameLog& log : games.logs()) counts.emplace_back(log);
  return counts;
}

std::vector<GameCounts> counts_from_pages(Connection& connection, const GameFilter& filter) {
  const std::set<PlayerPair> uncounted = uncounted_pairs(connection.database());
  const ResultRows names(connection);
  CountsBuilder builder(filter, names);
  SQLite::Statement select(connection.database(),
                           "SELECT player_id, game, variant, counts FROM pair_count");
  while (select.executeStep()) {
    const std::int64_t player = select.getColumn(0).getInt64();
    const Kind kind{select.getColumn(1).getString(), select.getColumn(2).getString()};
    if (!builder.wants(kind)) continue;
    visit_page(connection.path(), select.getColumn(3).getString(),
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
    // All that follows is to see the same games.
    SQLite::Transaction snapshot(connection.database());
    SQLite::Database& database = connection.database();
    const bool by_pairs =
        !asks_for_more_than_pairs(filter) && has_counts(database) && counts_help(database);
    return by_pairs ? counts_from_pages(connection, filter) : count_games(store, filter);
  });
}

void add_up_results(Store& store, bool anew) {
  Connection& connection = store.connection();
  connection.run([&] {
    connection.begin();
    try {
      add_up_results(connection, anew);
      connection.commit();
    } catch (...) {
      connection.roll_back();
      throw;
    }
  });
}

void add_up_results(Connection& connection, bool anew) {
  SQLite::Database& database = connection.database();
  if (!anew && counts_help(database)) {
    const auto uncounted = uncounted_pairs(database);
    if (!uncounted.empty()) PageUpdate(connection).run(uncounted);
  } else {
    database.exec("DELETE FROM pair_count");
    PageWriter writer(database);
    for (const auto& [kind, list] : count_all(connection)) writer.write(kind, list);
  }
  database.exec("DELETE FROM uncounted");
}

std::vector<WrongCount> wrong_pair_counts(const Store& store) {
  Connection& connection = store.connection();
  return connection.run([&] {
    SQLite::Transaction snapshot(connection.database());
    std::vector<WrongCount> wrong;
    if (!has_counts(connection.database())) return wrong;
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
    SQLite::Statement select(connection.database(),
                             "SELECT player_id, game, variant, counts FROM pair_count");
    while (select.executeStep()) {
      const Kind kind{select.getColumn(1).getString(), select.getColumn(2).getString()};
      auto& pairs = right[kind];
      visit_page(connection.path(), select.getColumn(3).getString(),
                 [&](std::int64_t opponent, const PairResults& results) {
                   const PlayerPair players(select.getColumn(0).getInt64(), opponent);
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
