#include "db/position_index/position_index.h"

#include <algorithm>
#include <compare>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include "core/base/parallel.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/transaction.h"
#include "notation/game_types.h"

namespace schiri::db {

namespace {

using Ids = std::vector<std::int64_t>;

/// A condition on games whose entries in the index are valid.
constexpr const char* is_indexed =
    "NOT EXISTS (SELECT 1 FROM unindexed WHERE unindexed.game_id = game.id)";
/// A condition on the other games.
constexpr const char* is_unindexed = "game.id IN (SELECT game_id FROM unindexed)";

std::string select_lines(const std::string& more_columns = "", const std::string& from = "game") {
  return std::string("SELECT ") + StoredLine::columns + more_columns + " FROM " + from +
         " JOIN movetext ON movetext.game_id = game.id WHERE ";
}

/// The conditions come before others, since their parameters are the first.
std::string with_and(const OtherConditions& conditions) {
  return conditions.sql.empty() ? "" : conditions.sql + " AND ";
}

/// 32 bits of a key, as a number that SQLite stores in at most four bytes.
std::int32_t short_key(std::uint64_t key) { return static_cast<std::int32_t>(key >> 32); }

/// The key of a position. Throws StartError.
std::uint64_t key_of_start(const std::string& game, const StartSpec& start) {
  const GameType* type = find_game(game);
  if (!type) throw StartError(StartError::Kind::bad_position, "there is no game of this name");
  std::uint64_t key = 0;
  type->visit_hashes(start, {}, [&](std::uint64_t hash) {
    key = position_key(hash, game, start.variant);
    return true;
  });
  return key;
}

std::uint64_t key_of(const PositionGoal& goal) {
  const GameType* type = find_game(goal.game);
  const bool is_named = !type || !goal.variant.empty();
  return key_of_start(goal.game,
                      {is_named ? goal.variant : std::string(type->variant_table.standard()),
                       goal.position, goal.roll});
}

/// A game that reaches a position with this key.
struct IndexEntry {
  std::int32_t key;
  std::int64_t game;

  friend std::strong_ordering operator<=>(const IndexEntry&, const IndexEntry&) = default;
};

/// Replays games and hands over their entries in sorted batches of at most about 100 MB: SQLite
/// inserts and finds sorted rows many times faster.
class IndexBatches {
 public:
  explicit IndexBatches(std::function<void(const IndexEntry&)> take) : take_(std::move(take)) {}

  void add(const StoredLine& line) {
    constexpr std::size_t most_entries = 6'000'000;
    line.visit_keys([&](std::uint64_t key) {
      entries_.push_back({short_key(key), line.id()});
      return true;
    });
    if (entries_.size() >= most_entries) finish();
  }

  void finish() {
    std::sort(entries_.begin(), entries_.end());
    // A game may reach a position several times.
    entries_.erase(std::unique(entries_.begin(), entries_.end()), entries_.end());
    std::for_each(entries_.begin(), entries_.end(), take_);
    entries_.clear();
  }

 private:
  std::function<void(const IndexEntry&)> take_;
  std::vector<IndexEntry> entries_;
};

/// Replays games and visits those that reach the position of a key.
class Finder {
 public:
  Finder(std::uint64_t key, const std::function<bool(const GameThrough&)>& visitor)
      : key_(key), visitor_(visitor) {}

  /// Replays the game of a row; returns whether to go on.
  bool replay(Statement& row) {
    line_.read(row);
    std::uint64_t turns = 0;
    bool found = false;
    line_.visit_keys([&](std::uint64_t key) {
      found = key == key_;
      if (!found) ++turns;
      return !found;
    });
    return !found || visitor_({line_.id(), turns, line_.turns(), row});
  }

 private:
  std::uint64_t key_;
  const std::function<bool(const GameThrough&)>& visitor_;
  StoredLine line_;
};

}  // namespace

void visit_games_through(const Store& store, const PositionGoal& goal, const GameChoice& choice,
                         const std::function<bool(const GameThrough&)>& visitor) {
  const std::uint64_t key = key_of(goal);
  Finder finder(key, visitor);
  store.connection().run([&] {
    SQLite::Database& database = store.connection().database();
    const std::string conditions = with_and(choice.conditions);
    Statement indexed(database, select_lines(choice.columns,
                                             "indexed_position CROSS JOIN game ON game.id = "
                                             "indexed_position.game_id") +
                                    conditions + "indexed_position.key = :key AND " + is_indexed +
                                    " ORDER BY indexed_position.game_id");
    choice.conditions.bind(indexed);
    indexed.bind(":key", short_key(key));
    bool go_on = true;
    while (go_on && indexed.executeStep()) go_on = finder.replay(indexed);
    Statement others(database, select_lines(choice.columns) + conditions +
                                   "game.game = :game AND " + is_unindexed + " ORDER BY game.id");
    choice.conditions.bind(others);
    others.bind(":game", goal.game);
    while (go_on && others.executeStep()) go_on = finder.replay(others);
  });
}

namespace {

/// A position, and its images if they are meant.
std::vector<std::string> images_of(const GameType& type, const StartSpec& start,
                                   const std::string& position, bool mirrored) {
  std::vector<std::string> positions = {position};
  if (!mirrored) return positions;
  const SpreadPosition spread(position);
  const auto places =
      static_cast<std::size_t>(std::count_if(spread.boards.begin(), spread.boards.end(), is_place));
  try {
    for (const PositionSymmetry& symmetry : type.symmetries(start)) {
      if (symmetry.places.size() != places) continue;  // of another board
      positions.push_back(image_of(symmetry, spread).text());
    }
  } catch (const StartError&) {
    // There is no such variant.
  }
  return positions;
}

/// Adds the games that the index has at this position, in any variant.
void add_candidates(SQLite::Database& database, const std::string& game,
                    const std::string& position, bool mirrored, Ids& ids) {
  const GameType* type = find_game(game);
  Statement variants(database, "SELECT variant FROM kind WHERE game = ?", game);
  Statement find(database, "SELECT game_id FROM indexed_position WHERE key = ?");
  while (type && variants.executeStep()) {
    const std::string variant = variants.text(0);
    const StartSpec start{variant, "", std::string(type->facts.any_roll)};
    for (const std::string& image : images_of(*type, start, position, mirrored)) {
      try {
        find.bind(1, short_key(key_of_start(game, {variant, image, ""})));
      } catch (const StartError&) {
        continue;  // No game of the variant has the position: the first one may have no image.
      }
      while (find.executeStep()) ids.push_back(find.id(0));
      find.reset();
    }
  }
}

/// The games that the index has at all positions of a search; nullopt if it asks for none.
std::optional<Ids> candidates(SQLite::Database& database, const PositionSearch& search) {
  std::optional<Ids> all;
  for (const auto& positions : search.reached) {
    Ids ids, both;
    for (const auto& [game, position] : positions) {
      add_candidates(database, game, position, search.mirrored, ids);
    }
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    if (all) {
      std::set_intersection(all->begin(), all->end(), ids.begin(), ids.end(),
                            std::back_inserter(both));
    }
    all = all ? std::move(both) : std::move(ids);
  }
  return all;
}

/// Reads games in one thread and replays them in several.
class Searcher {
 public:
  /// `most`: how many games of each statement are needed.
  Searcher(const PositionSearch& search, std::uint64_t most)
      : matcher_(search), most_(most), lines_(batch) {}

  /// Searches the games of a statement, which has them in the order of ids.
  void search(Statement& games) {
    const std::size_t before = found_.size();
    while (found_.size() - before < most_ && games.executeStep()) {
      lines_[size_++].read(games);
      if (size_ == batch) replay();
    }
    replay();
  }

  Ids found() && {
    std::sort(found_.begin(), found_.end());
    return std::move(found_);
  }

 private:
  static constexpr std::size_t batch = 4096;

  void replay() {
    constexpr double steps_of_a_game = 2e4;
    std::vector<char> matches(size_);
    const std::size_t threads = worthwhile_threads(static_cast<double>(size_) * steps_of_a_game);
    in_parallel(threads, [&](std::size_t part) {
      for (std::size_t i = part; i < size_; i += threads) matches[i] = is_match(lines_[i]);
    });
    for (std::size_t i = 0; i < size_; ++i) {
      if (matches[i]) found_.push_back(lines_[i].id());
    }
    size_ = 0;
  }

  bool is_match(const StoredLine& line) const {
    const GameType* type = find_game(line.game());
    try {
      return type && matcher_.matches(*type, line.start(), line.turns());
    } catch (const StartError&) {
      return false;  // The start is invalid; `check` reports such a game.
    }
  }

  PositionMatcher matcher_;
  std::uint64_t most_;
  std::vector<StoredLine> lines_;
  std::size_t size_ = 0;  ///< of lines_ that wait
  Ids found_;
};

}  // namespace

std::vector<std::int64_t> games_found(const Store& store, const PositionSearch& search,
                                      const OtherConditions& others, std::uint64_t most) {
  SQLite::Database& database = store.connection().database();
  Searcher searcher(search, most);
  const std::string conditions = with_and(others);
  const auto indexed = candidates(database, search);
  if (indexed) {
    Statement games(database, select_lines() + conditions + is_indexed +
                                  " AND game.id IN (SELECT value FROM json_each(:ids))"
                                  " ORDER BY game.id");
    others.bind(games);
    games.bind(":ids", json_list(*indexed));
    searcher.search(games);
  }
  Statement games(database, select_lines() + conditions + (indexed ? is_unindexed : "TRUE") +
                                " ORDER BY game.id");
  others.bind(games);
  searcher.search(games);
  return std::move(searcher).found();
}

IndexSize index_size(const Store& store) {
  return store.connection().run([&] {
    Statement select(store.connection().database(),
                     "SELECT indexed_games, positions, unindexed_games FROM positions");
    select.executeStep();
    return IndexSize{select.count(0), select.count(1), select.count(2)};
  });
}

namespace {

/// Removes entries of games that were removed or changed after they were indexed.
void drop_gone(SQLite::Database& database) {
  const bool any = single_value(database,
                                "SELECT coalesce((SELECT games FROM position_index), 0) <>"
                                " (SELECT indexed_games FROM positions)")
                       .getBool();
  if (!any) return;
  database.exec(
      "DELETE FROM indexed_position WHERE game_id NOT IN (SELECT id FROM game)"
      " OR game_id IN (SELECT game_id FROM unindexed);"
      "UPDATE position_index SET positions = positions - changes()");
}

}  // namespace

IndexSize index_positions(Store& store, bool rebuild, const Progress& progress) {
  Connection& connection = store.connection();
  connection.run([&] {
    WriteTransaction transaction(connection);
    SQLite::Database& database = connection.database();
    if (rebuild) {
      database.exec(
          "DELETE FROM indexed_position; DELETE FROM position_index;"
          "INSERT OR IGNORE INTO unindexed SELECT id FROM game");
    }
    drop_gone(database);
    std::uint64_t positions = 0;
    {
      Statement insert(database, "INSERT OR IGNORE INTO indexed_position VALUES (?, ?)");
      IndexBatches batches([&](const IndexEntry& entry) {
        insert.run(entry.key, entry.game);
        ++positions;
      });
      const std::uint64_t total =
          progress ? single_value(database, "SELECT count(*) FROM unindexed").getCount() : 0;
      std::uint64_t done = 0;
      Statement select(database, select_lines() + is_unindexed + " ORDER BY game.id");
      StoredLine line;
      while (select.executeStep()) {
        line.read(select);
        batches.add(line);
        if (progress) progress(++done, total);
      }
      batches.finish();
    }
    Statement(database,
              "INSERT INTO position_index SELECT 1, count(*), ?1 FROM game WHERE TRUE"
              " ON CONFLICT DO UPDATE SET games = excluded.games,"
              " positions = positions + excluded.positions")
        .run(positions);
    database.exec("DELETE FROM unindexed");
    transaction.commit();
  });
  return index_size(store);
}

std::vector<std::int64_t> games_missing_in_index(const Store& store) {
  return store.connection().run([&] {
    SQLite::Database& database = store.connection().database();
    std::set<std::int64_t> missing;
    Statement find(database, "SELECT 1 FROM indexed_position WHERE key = ? AND game_id = ?");
    IndexBatches batches([&](const IndexEntry& entry) {
      find.bind_values(entry.key, entry.game);
      if (!find.executeStep()) missing.insert(entry.game);
      find.reset();
    });
    Statement select(database, select_lines() + is_indexed + " ORDER BY game.id");
    StoredLine line;
    while (select.executeStep()) {
      line.read(select);
      batches.add(line);
    }
    batches.finish();
    return Ids(missing.begin(), missing.end());
  });
}

bool index_is_whole(const Store& store) {
  return store.connection().run([&] {
    return single_value(store.connection().database(),
                        "SELECT coalesce((SELECT positions FROM position_index), 0) ="
                        " (SELECT count(*) FROM indexed_position)")
        .getBool();
  });
}

}  // namespace schiri::db
