#pragma once

#include <array>

#include "core/games/more_or_less/position.h"

namespace schiri::more_or_less {

/// As tests/bench measures it.
constexpr double network_speed(const Position&) { return 0.8; }

constexpr int feature_variant(const Position& position) {
  return static_cast<int>(position.board_size());
}
/// In how many ways the board can be laid onto itself.
int feature_symmetries(const Position& position);

/// One's own stones and the opponent's, those of each that can hop, how many turns have been made
/// (the first of them while stones are placed), and how many stones are one's own.
std::array<Bits, 5> features_of(const Position& position, Side side, int symmetry);

}  // namespace schiri::more_or_less
