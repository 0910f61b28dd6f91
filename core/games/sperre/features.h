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

/// A reflection maps die III to IV and V to itself, which is impossible with two kinds of locks at
/// once. The same holds for rows from the other side's point of view.
constexpr int feature_symmetries(const Position& position) {
  return position.variant().lock == Lock::both ? 1 : 2;
}

/// The side's own stones and the opponent's, from the side's point of view, the numbers on top of
/// the dice if they lock columns, then if they lock rows, and the die that must not be tilted.
std::array<std::uint64_t, 5> features_of(const Position& position, Side side, int symmetry);

}  // namespace schiri::sperre
