#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "notation/records/game_hash.h"

namespace schiri::cli {

/// What is remembered of each game by its key, 32 bytes in all: a hash table with open addressing.
class GameIndex {
 public:
  struct Entry {
    GameKey key;
    std::uint64_t number = 0;   ///< of the game to be kept, from 1; 0 marks a free place
    std::uint32_t rank = 0;     ///< how much it is worth being kept
    bool is_beginning = false;  ///< of a longer game
  };

  /// The entry of this key, or null.
  Entry* find(const GameKey& key) {
    if (entries_.empty()) return nullptr;
    Entry& entry = place(key);
    return entry.number ? &entry : nullptr;
  }

  /// The entry of this key. If there was none it is made, with `number`, which must not be 0; then
  /// the second is true.
  std::pair<Entry*, bool> insert(const GameKey& key, std::uint64_t number) {
    if (used_ * 4 >= entries_.size() * 3) grow();
    Entry& entry = place(key);
    const bool is_new = entry.number == 0;
    if (is_new) {
      entry.key = key;
      entry.number = number;
      ++used_;
    }
    return {&entry, is_new};
  }

 private:
  Entry& place(const GameKey& key) {
    const std::size_t mask = entries_.size() - 1;
    std::size_t at = key.low & mask;
    while (entries_[at].number && !(entries_[at].key == key)) at = (at + 1) & mask;
    return entries_[at];
  }

  void grow() {
    std::vector<Entry> old(entries_.empty() ? 1024 : entries_.size() * 2);
    old.swap(entries_);
    for (const Entry& entry : old) {
      if (entry.number) place(entry.key) = entry;
    }
  }

  std::vector<Entry> entries_;
  std::size_t used_ = 0;
};

}  // namespace schiri::cli
