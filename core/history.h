#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/game.h"

namespace schiri {

/// The number of occurrences that makes a draw in every game that knows repetition.
inline constexpr int repetition_limit = 3;

/// The positions of one game before its last, back to the last irreversible turn, to find
/// repetition exactly: a position is the same if it compares equal, hashes only say where looking
/// is in vain.
template <GamePosition P>
class History {
 public:
  void clear() {
    forget();
    std::fill(seen_.begin(), seen_.end(), std::uint8_t{0});
  }

  /// Enters a position that a turn now leaves. `irreversible`: whether it is such a turn
  /// (P::is_irreversible).
  void leave(const P& position, bool irreversible) {
    if (irreversible) {
      forget();
    } else {
      positions_.push_back(position);
    }
  }

  /// Does this position, just reached, stand for the third time?
  bool is_third_time(const P& position) {
    return positions_.size() >= soonest_third && look(position);
  }

 private:
  // In no game can two turns lead back to the same position, and the same player must be to move:
  // it returns after four turns at the soonest, and again after eight.
  static constexpr std::size_t soonest_third = 8;

  void forget() {
    positions_.clear();
    hashes_.clear();
  }

  bool look(const P& position) {
    if (positions_.size() * 4 > seen_.size()) grow();
    while (hashes_.size() < positions_.size()) count(positions_[hashes_.size()].hash());
    const std::uint64_t hash = position.hash();
    // A slot never counts too few, so a lower count settles it. It may count too many (other
    // positions, positions before an irreversible turn); then comparing decides.
    return slot(hash) + 1 >= repetition_limit &&
           times_before(hash, position) + 1 >= repetition_limit;
  }

  void count(std::uint64_t hash) {
    hashes_.push_back(hash);
    if (slot(hash) != UINT8_MAX) ++slot(hash);
  }

  int times_before(std::uint64_t hash, const P& position) const {
    int times = 0;
    for (std::size_t i = 0; i < hashes_.size(); ++i) {
      times += hashes_[i] == hash && positions_[i] == position;
    }
    return times;
  }

  void grow() {
    seen_.assign(seen_.size() * 4, 0);
    for (const std::uint64_t hash : hashes_) {
      if (slot(hash) != UINT8_MAX) ++slot(hash);
    }
  }

  std::uint8_t& slot(std::uint64_t hash) { return seen_[hash & (seen_.size() - 1)]; }

  std::vector<P> positions_;
  std::vector<std::uint64_t> hashes_;
  std::vector<std::uint8_t> seen_ = std::vector<std::uint8_t>(1024);
};

}  // namespace schiri
