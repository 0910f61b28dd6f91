#include "db/position_index/position_index.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "core/base/parallel.h"
#include "db/position_index/index_parts.h"
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

std::string select_lines(const std::string& more_columns = "") {
  return std::string("SELECT ") + StoredLine::columns + more_columns +
         " FROM game JOIN movetext ON movetext.game_id = game.id WHERE ";
}

/// The conditions come before others, since their parameters are the first.
std::string with_and(const OtherConditions& conditions) {
  return conditions.sql.empty() ? "" : conditions.sql + " AND ";
}

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
    // The index has no positions that only a program knows.
    const GameType* const type = find_game(goal.game);
    const bool uses_index = type && !type->facts.has_words;
    const Ids ids = uses_index ? games_at(database, key, choice.take_sum) : Ids();
    Statement indexed(
        database, select_lines(choice.columns) + conditions + "game.id = :id AND " + is_indexed);
    choice.conditions.bind(indexed);
    bool go_on = true;
    for (auto id = ids.begin(); go_on && id != ids.end(); ++id) {
      indexed.bind(":id", *id);
      if (indexed.executeStep()) go_on = finder.replay(indexed);
      indexed.reset();
    }
    Statement others(database, select_lines(choice.columns) + conditions + "game.game = :game" +
                                   (uses_index ? std::string(" AND ") + is_unindexed : "") +
                                   " ORDER BY game.id");
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
  while (type && variants.executeStep()) {
    const std::string variant = variants.text(0);
    const StartSpec start{variant, "", std::string(type->facts.any_roll)};
    for (const std::string& image : images_of(*type, start, position, mirrored)) {
      try {
        const Ids more = games_at(database, key_of_start(game, {variant, image, ""}));
        ids.insert(ids.end(), more.begin(), more.end());
      } catch (const StartError&) {
        // No game of the variant has the position: the first one may have no image.
      }
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
  // As many as fit into the processor's cache.
  static constexpr std::size_t batch = 512;

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

IndexSize index_positions(Store& store, bool rebuild, const Progress& progress) {
  Connection& connection = store.connection();
  connection.run([&] {
    WriteTransaction transaction(connection);
    SQLite::Database& database = connection.database();
    if (rebuild) {
      database.exec(
          "DELETE FROM indexed_turn; DELETE FROM position_block; DELETE FROM index_part;"
          "INSERT OR IGNORE INTO unindexed SELECT id FROM game");
    }
    dissolve_parts(database);
    const std::uint64_t total =
        progress ? single_value(database, "SELECT count(*) FROM unindexed").getCount() : 0;
    std::uint64_t done = 0;
    PartMaker parts(database);
    Statement select(database, select_lines(", game.result") + is_unindexed + " ORDER BY game.id");
    StoredLine line;
    while (select.executeStep()) {
      line.read(select);
      parts.add(line, select.getColumn(StoredLine::column_count).view());
      if (progress) progress(++done, total);
    }
    select.reset();
    parts.finish();
    database.exec("DELETE FROM unindexed");
    transaction.commit();
  });
  return index_size(store);
}

void TurnSum::add_length(std::uint64_t length, std::int64_t game) {
  if (longest_game != 0 && length < longest) return;
  longest_game = longest_game == 0 || length > longest ? game : std::min(game, longest_game);
  longest = length;
}

void TurnSum::add_result(std::string_view result, std::uint64_t length, std::int64_t game) {
  ++games;
  white_wins += result == "1-0";
  black_wins += result == "0-1";
  draws += result == "1/2-1/2";
  add_length(length, game);
}

void TurnSum::add(const TurnSum& other) {
  games += other.games;
  white_wins += other.white_wins;
  black_wins += other.black_wins;
  draws += other.draws;
  add_length(other.longest, other.longest_game);
}

}  // namespace schiri::db
