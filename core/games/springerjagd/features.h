#pragma once

#include <array>

#include "core/games/springerjagd/position.h"
#include "core/learning/network.h"

namespace schiri::springerjagd {

/// A network that `schiri train` has made.
Networks built_in_networks(const Position&);

/// Measured by tests/bench/search.cpp.
constexpr double network_speed(const Position&) { return 0.7; }

constexpr int feature_variant(const Position&) { return 0; }
/// The rules are the same in all directions.
constexpr int feature_symmetries(const Position&) { return 8; }

/// Knights, single pawns, pairs and squares that knights attack, of the side and of its opponent,
/// and the protected knight.
constexpr std::array<Bits, 9> features_of(const Position& position, Side side, int symmetry) {
  const SidePieces &own = position.army(side), &enemy = position.army(opponent(side));
  std::array<Bits, 9> features = {own.knights,
                                  own.singles,
                                  own.pairs,
                                  knight_steps(own.knights),
                                  enemy.knights,
                                  enemy.singles,
                                  enemy.pairs,
                                  knight_steps(enemy.knights),
                                  position.protected_knight()};
  for (Bits& pieces : features) {
    if ((side == Side::black) != ((symmetry & 1) != 0)) pieces = with_rows_flipped(pieces, 6);
    if (symmetry & 2) pieces = with_columns_flipped(pieces, 6);
    if (symmetry & 4) pieces = transposed(pieces);
  }
  return features;
}

}  // namespace schiri::springerjagd
