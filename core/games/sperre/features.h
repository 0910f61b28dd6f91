#pragma once

#include <array>
#include <cstdint>

#include "core/games/sperre/position.h"

namespace schiri::sperre {

/// Measured by tests/bench/search.cpp.
constexpr double network_speed(const Position&) { return 0.8; }

constexpr int feature_variant(const Position& position) {
  constexpr int numbers[][3] = {{0, 2, 3}, {1, 4, 5}};
  const Variant variant = position.variant();
  return numbers[variant.order == Order::move_first][static_cast<int>(variant.lock)];
}

/// In a mirror III becomes IV and V stays itself, which two kinds of locks at once do not allow.
/// The same holds for rows seen from the other side.
constexpr int feature_symmetries(const Position& position) {
  return position.variant().lock == Lock::both ? 1 : 2;
}

/// One's own stones and the opponent's, seen from one's own side, the numbers on top of the dice as
/// far as they lock columns, then rows, and the die that must not be tilted.
std::array<std::uint64_t, 5> features_of(const Position& position, Side side, int symmetry);

}  // namespace schiri::sperre
