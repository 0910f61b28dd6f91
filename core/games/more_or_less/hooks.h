#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/bots/network.h"
#include "core/games/more_or_less/position.h"
#include "core/hooks.h"

/// More or Less with all its hooks, for code that makes bots for it or a GameType: the compiler
/// must have seen every hook before it chooses between hooks and defaults.
namespace schiri::more_or_less {

/// The number of sequences of exactly `depth` turns, as schiri::perft counts them. Many turns lead
/// to the same position, whose continuations are counted once. Throws Uncountable.
std::uint64_t perft(const Position& position, int depth);

/// The number of such sequences that begin with this turn, which must be legal; `depth` at least 1.
std::uint64_t perft_of_turn(const Position& position, const Turn& turn, int depth);

/// The number of possible hops, counted from the points at which they start: a measure of the range
/// of any stone that gets there.
int count_hops(const Position& position);

/// The advantage that means odds of e : 1 to win.
constexpr int evaluation_scale(const Position&) { return 200; }

/// The evaluation of a position that is not over for this side, in hundredths of a stone by which
/// it has fewer than the other. Zero-sum.
int evaluate(const Position& position, Side side);

/// Networks trained on games of self-play, one for each board (the manual's page `learning`).
Networks built_in_networks(const Position&);

constexpr int feature_variant(const Position& position) {
  return static_cast<int>(position.board_size());
}
/// The image of each point.
using PointMap = std::array<Point, point_count>;
/// The rotations and reflections of the board, the identity first.
std::span<const PointMap> symmetries_of(BoardSize size);

/// The side's own stones and the opponent's, those of each that can hop, the number of turns
/// made since the stones were placed, and the number of own stones.
using Features = std::array<Bits, 5>;
Features features_of(const Position& position, Side side);

/// The features of White and of Black, computed together.
std::array<Features, 2> both_features_of(const Position& position);

static_assert(MatchesHooks<Position>);

}  // namespace schiri::more_or_less
