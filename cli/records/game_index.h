#pragma once

#include <cstdint>
#include <utility>

#include "core/base/probing_table.h"
#include "notation/records/game_hash.h"

namespace schiri::cli {

/// The index of games by their keys; an entry has 32 bytes.
class GameIndex {
 public:
  struct Entry {
    GameKey key;
    std::uint64_t number = 0;   ///< of the game to keep, from 1; 0 marks a free entry
    std::uint32_t rank = 0;     ///< the game with the highest rank is kept
    bool is_beginning = false;  ///< of a longer game
  };

  /// The entry of this key, or null.
  Entry* find(const GameKey& key) { return table_.find(key.low, HasKey{key}); }

  /// The entry of this key, and whether it was added. A new entry has `number`, which must not be
  /// 0.
  std::pair<Entry*, bool> insert(const GameKey& key, std::uint64_t number) {
    const auto [entry, is_new] = table_.insert(key.low, HasKey{key});
    if (is_new) *entry = {.key = key, .number = number};
    return {entry, is_new};
  }

 private:
  struct Kind {
    using Entry = GameIndex::Entry;

    static bool is_free(const Entry& entry) { return entry.number == 0; }
    static std::uint64_t hash(const Entry& entry) { return entry.key.low; }
  };

  struct HasKey {
    const GameKey& key;

    bool operator()(const Entry& entry) const { return entry.key == key; }
  };

  ProbingTable<Kind, 3> table_;  // there may be many millions
};

}  // namespace schiri::cli
