#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/probing_table.h"
#include "core/base/random.h"
#include "db/position_index/position_index.h"

/// Compares the position index with the stored games, for the check of a database: the index is
/// read once, and each game is replayed once. Needs 50 bytes a game.
namespace schiri::db {

class IndexCheck {
 public:
  /// Reads the index. Throws SQLite::Exception, also for a damaged index.
  explicit IndexCheck(SQLite::Database& database);

  /// Whether a game is found at each of its positions, and nowhere else. To be called once for each
  /// game that is not in `unindexed`. `result`: as it is stored.
  bool matches(const StoredLine& line, std::string_view result);
  /// Whether the index has as many positions as are recorded.
  bool is_whole() const { return is_whole_; }
  /// Whether the turns that the index has counted are those of the games of the calls of matches().
  bool has_right_sums() const;

 private:
  /// What the index has of a game: a sum over its positions, which tells what they are.
  struct Game {
    std::int64_t id = 0;
    std::uint64_t sum = 0;
    std::uint32_t part = 0;
  };
  struct GameKind {
    using Entry = Game;
    static bool is_free(const Game& game) { return game.id == 0; }
    static std::uint64_t hash(const Game& game) { return hash_of(game.id); }
    static std::uint64_t hash_of(std::int64_t id) { return mix64(static_cast<std::uint64_t>(id)); }
  };
  using Turns = std::map<std::string, TurnSum, std::less<>>;
  /// A position whose turns a part has counted.
  struct Counted {
    Turns stored, found;
    std::int64_t last_game = 0;
  };
  using CountedKey = std::pair<std::uint32_t, std::uint64_t>;  ///< part and position
  struct CountedHash {
    std::size_t operator()(const CountedKey& key) const { return key.first ^ key.second; }
  };

  void read_part(SQLite::Database& database, std::int64_t part, std::uint32_t number);
  void read_sums(SQLite::Database& database, std::int64_t part, std::uint32_t number);
  void count(const StoredLine& line, std::string_view result, std::uint32_t part, std::uint64_t key,
             std::size_t turns_before);

  ProbingTable<GameKind> games_;
  std::unordered_map<CountedKey, Counted, CountedHash> counted_;
  std::vector<std::uint32_t> keys_;
  std::uint64_t pairs_ = 0;
  bool is_whole_ = true;
};

}  // namespace schiri::db
