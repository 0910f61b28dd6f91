#pragma once

#include <array>

#include "core/games/creeper/position.h"
#include "core/learning/network.h"

namespace schiri::creeper {

/// A network that `schiri train` has made.
Networks built_in_networks(const Position&);

/// Measured by tests/bench/search.cpp.
constexpr double network_speed(const Position&) { return 0.85; }

constexpr int feature_variant(const Position&) { return 0; }
/// The rotation and reflections that map the bases to themselves.
constexpr int feature_symmetries(const Position&) { return 4; }

/// Pawns and discs, the side's own first, on a board turned so that the side's bases are AB12 and
/// FG67.
constexpr std::array<Bits, 4> features_of(const Position& position, Side side, int symmetry) {
  constexpr std::array<int, 4> sizes = {7, 7, 6, 6};
  const Side other = opponent(side);
  const bool is_turned = position.bases(side) != base_pairs[0];
  std::array<Bits, 4> features = {position.pawns(side), position.pawns(other), position.discs(side),
                                  position.discs(other)};
  for (std::size_t i = 0; i < features.size(); ++i) {
    Bits& pieces = features[i];
    if (is_turned) pieces = with_rows_flipped(pieces, sizes[i]);
    if (symmetry & 1) pieces = transposed(pieces);
    if (symmetry & 2) {
      pieces = with_columns_flipped(with_rows_flipped(pieces, sizes[i]), sizes[i]);
    }
  }
  return features;
}

}  // namespace schiri::creeper
