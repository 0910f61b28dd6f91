#pragma once

#include "core/games/sperre/tilts.h"

namespace schiri::sperre {

/// The squares from which a stone can reach each side's goal in one move if nothing stands between.
inline constexpr auto goal_zones = [] {
  std::array<Bits, 2> zones{};
  for (const Side side : {Side::white, Side::black}) {
    zones[index(side)] = king_steps(king_steps(bit(goal_of(side)))) & board;
  }
  return zones;
}();

/// The stones of a side that could move to its goal if they were not locked. (Steps can be
/// reversed, so the search starts at the goal.)
constexpr Bits stones_near(Side side, Bits stones, Bits empty) {
  const Bits goal = bit(goal_of(side));
  return goal & empty ? king_steps(king_steps(goal) & empty) & stones : Bits{0};
}
constexpr Bits stones_near_goal(const Position& position, Side side) {
  return stones_near(side, position.stones(side), position.empty());
}

/// Has the side to move a turn that wins, whatever the tilt?
inline bool can_win_at_once(const Position& position) {
  return stones_near_goal(position, position.side_to_move()) & ~held(position);
}

/// How many tilts and moves of the side to move keep the opponent from winning in its next turn, if
/// displaced stones go where they do no harm; counted up to `most`, which is also the answer where
/// the side to move can win itself or where some tilt is defence enough.
int count_defences(const Position& position, int most);

/// Will the opponent win in its next turn whatever the side to move does? This could be wrong only
/// where a stone displaced to a square near its own goal would be in its owner's way.
inline bool has_no_defence(const Position& position) { return count_defences(position, 1) == 0; }

}  // namespace schiri::sperre
