#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/game.h"

namespace schiri {

/// The number of occurrences of a position that makes a draw, in every game with the repetition
/// rule.
inline constexpr int repetition_limit = 3;

/// The earlier positions of a game, back to the last irreversible turn, to find repetition exactly:
/// positions are the same if they compare equal; hashes only save comparisons.
template <GamePosition P>
class History {
 public:
  void clear() {
    size_ = hashed_ = known_ = 0;
    std::fill(seen_.begin(), seen_.end(), std::uint8_t{0});
  }

  /// Adds the position before a turn; `irreversible`: P::is_irreversible of that turn.
  void leave(const P& position, bool irreversible) {
    if (size_ == room_) make_room();
    // No branch: processors cannot predict when irreversible turns come.
    const std::size_t kept = std::size_t{irreversible} - 1;
    positions_.data()[size_] = position;
    size_ = (size_ + 1) & kept;
    hashed_ &= kept;
    known_ &= kept;
  }

  /// Calls `visitor(position)` for each position, the first one first.
  template <class Visitor>
  void visit(const Visitor& visitor) const {
    for (std::size_t i = 0; i < size_; ++i) visitor(positions_[i]);
  }

  /// Has this position, just reached, occurred for the third time?
  bool is_third_time(const P& position) { return size_ >= soonest_third && look(position); }

 private:
  // In no game do two turns lead back to the same position, and the same player must be to move:
  // the second occurrence comes after four turns at the earliest, the third after eight.
  static constexpr std::size_t soonest_third = 8;
  static constexpr std::size_t slots_for_each = 16;

  bool look(const P& position) {
    for (; hashed_ < size_; ++hashed_) {
      if (hashed_ >= known_) hashes_[hashed_] = positions_[hashed_].hash();
      count(hashes_[hashed_]);
    }
    const std::uint64_t hash = position.hash();
    if (size_ < room_) {
      hashes_[size_] = hash;
      known_ = size_ + 1;
    }
    // A slot never counts too few, so a lower count settles it. It may count too many (other
    // positions, positions before an irreversible turn); then comparing decides.
    return slot(hash) + 1 >= repetition_limit &&
           times_before(hash, position) + 1 >= repetition_limit;
  }

  void count(std::uint64_t hash) {
    if (slot(hash) != UINT8_MAX) ++slot(hash);
  }

  int times_before(std::uint64_t hash, const P& position) const {
    int times = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      times += hashes_[i] == hash && positions_[i] == position;
    }
    return times;
  }

  [[gnu::noinline]] void make_room() {
    room_ *= 2;
    positions_.resize(room_);
    hashes_.resize(room_);
    seen_.assign(seen_.size() * 2, 0);
    for (std::size_t i = 0; i < hashed_; ++i) count(hashes_[i]);
  }

  std::uint8_t& slot(std::uint64_t hash) { return seen_[hash & (room_ * slots_for_each - 1)]; }

  std::size_t room_ = 64;
  std::vector<P> positions_ = std::vector<P>(room_);
  std::vector<std::uint64_t> hashes_ = std::vector<std::uint64_t>(room_);
  std::vector<std::uint8_t> seen_ = std::vector<std::uint8_t>(room_ * slots_for_each);
  std::size_t size_ = 0;    // the positions in use
  std::size_t hashed_ = 0;  // the number of these whose hashes are counted in seen_
  std::size_t known_ = 0;   // the number of valid hashes, at most one more than positions
};

}  // namespace schiri
