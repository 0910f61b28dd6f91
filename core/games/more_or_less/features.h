#pragma once

#include <array>
#include <span>

#include "core/games/more_or_less/position.h"
#include "core/learning/network.h"

namespace schiri::more_or_less {

/// Networks that `schiri train` has made, one for each board.
Networks built_in_networks(const Position&);

/// Measured by tests/bench/search.cpp.
constexpr double network_speed(const Position&) { return 0.65; }

constexpr int feature_variant(const Position& position) {
  return static_cast<int>(position.board_size());
}
/// The image of each point.
using PointMap = std::array<Point, point_count>;
/// The rotations and reflections of the board, the identity first.
std::span<const PointMap> symmetries_of(BoardSize size);

/// The number of symmetries of the board.
int feature_symmetries(const Position& position);

/// The side's own stones and the opponent's, those of each that can hop, the number of turns made
/// (including placing turns), and the number of own stones.
using Features = std::array<Bits, 5>;
Features features_of(const Position& position, Side side, int symmetry);

/// The features of White and of Black, computed together.
std::array<Features, 2> both_features_of(const Position& position);

}  // namespace schiri::more_or_less
