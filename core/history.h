#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/game.h"

namespace schiri {

/// The positions of one game since its last irreversible turn, to find repetition exactly: a
/// position is the same if it compares equal, hashes only say where to look.
template <GamePosition P>
class History {
 public:
  History() = default;
  explicit History(const P& start) { add(start); }

  /// Starts again from a position, as if nothing had been played.
  void restart(const P& start) {
    entries_.clear();
    seen_.fill(0);
    add(start);
  }

  /// Enters the position after a turn and returns how often it has stood by now, this time
  /// included. `irreversible`: whether the turn that led here was (P::is_irreversible).
  int add(const P& position, bool irreversible = false) {
    if (irreversible) entries_.clear();
    const std::uint64_t hash = position.hash();
    int times = 1;
    auto& seen = seen_[hash % seen_.size()];
    // A slot never counts too few, so less than two earlier entries cannot be a third occurrence.
    // It may count too many (other positions, positions before an irreversible turn); then looking
    // decides, and counting anew keeps the slot honest.
    if (seen != 0) {
      for (const Entry& entry : entries_) times += entry.hash == hash && entry.position == position;
    }
    if (seen != UINT8_MAX) ++seen;
    entries_.push_back({hash, position});
    return times;
  }

 private:
  struct Entry {
    std::uint64_t hash;
    P position;
  };

  std::vector<Entry> entries_;
  std::array<std::uint8_t, 1024> seen_{};
};

/// The number of occurrences that makes a draw in every game that knows repetition.
inline constexpr int repetition_limit = 3;

}  // namespace schiri
