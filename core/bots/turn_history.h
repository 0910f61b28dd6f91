#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "core/game.h"

namespace schiri {

/// Remembers which turns were too good for the opponent elsewhere in the tree (the history
/// heuristic, Schaeffer 1983). Turns that look alike by a hash of 12 bits share an entry.
template <class Turn>
class TurnHistory {
 public:
  /// The history score that equals one hundredth of an evaluation.
  static constexpr std::int64_t unit = 64;

  void reward(Side side, const Turn& turn, int depth) {
    std::int32_t& worth = worth_[slot(side, turn)];
    worth += depth * depth;
    if (worth > most) halve();
  }
  std::int64_t worth(Side side, const Turn& turn) const { return worth_[slot(side, turn)]; }

 private:
  static_assert(std::is_trivially_copyable_v<Turn> &&
                std::has_unique_object_representations_v<Turn>);
  static constexpr std::int32_t most = 1 << 14;
  static constexpr std::size_t size = 1 << 12;

  /// The factor of each byte of a turn: powers of 67. So the products do not wait for each other.
  static constexpr auto factors = [] {
    std::array<std::uint64_t, sizeof(Turn)> powers{};
    std::uint64_t power = 1;
    for (std::size_t i = powers.size(); i-- > 0; power *= 67) powers[i] = power;
    return powers;
  }();

  static std::size_t key(const Turn& turn) {
    std::uint64_t hash = 0;
    const auto* bytes = reinterpret_cast<const unsigned char*>(&turn);
    for (std::size_t i = 0; i < sizeof(Turn); ++i) hash += bytes[i] * factors[i];
    return mix64(hash) % size;
  }

  static std::size_t slot(Side side, const Turn& turn) {
    return static_cast<std::size_t>(side) * size + key(turn);
  }
  void halve() {
    for (std::int32_t& worth : worth_) worth /= 2;
  }

  std::vector<std::int32_t> worth_ = std::vector<std::int32_t>(2 * size);
};

}  // namespace schiri
