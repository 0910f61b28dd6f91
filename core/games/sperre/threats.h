#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/games/sperre/position.h"

namespace schiri::sperre {

/// A tilt of a die, and the stones that it locks.
struct Tilt {
  Die die = Die::none;
  std::uint8_t face = 0;
  Bits locked = 0;  ///< squares whose stones the mover must not move with it
  Bits held = 0;    ///< squares whose stones the opponent cannot move after it
};

/// All tilts of a position: of any die at the start, of two from then on.
class Tilts {
 public:
  explicit Tilts(const Position& position);

  const Tilt* begin() const { return tilts_.data(); }
  const Tilt* end() const { return begin() + count_; }
  std::size_t size() const { return count_; }
  const Tilt& operator[](std::size_t i) const { return tilts_[i]; }

  static constexpr std::size_t most = dice.size() * faces_a_tilt;

 private:
  std::array<Tilt, most> tilts_;
  std::size_t count_ = 0;
};

/// The squares locked by one number.
inline Bits locked_by(const Position& position, std::uint8_t number) {
  return position.locked({number, number, number});
}

/// The squares whose stones the side to move cannot move after the opponent tilted one die to lock
/// `last` and left two that lock `b` and `c`: the side can tilt one of these, but not both.
constexpr Bits held_by(Order order, Bits last, Bits b, Bits c) {
  return order == Order::tilt_first ? last | (b & c) : last | b | c;
}

/// The squares whose stones the side to move cannot move, whatever it tilts.
Bits held(const Position& position);

/// The squares from which a stone can reach each side's goal in one move if no stone is between.
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

/// Can the side to move displace an enemy stone to the enemy's goal without losing, so that the
/// stone stands in the way of the others?
inline bool can_block_goal(const Position& position) {
  return position.variant().own_goal == OwnGoal::nothing &&
         (position.empty() & bit(goal_of(opponent(position.side_to_move()))));
}

/// Has the side to move a winning turn, with any tilt?
inline bool can_win_at_once(const Position& position) {
  return stones_near_goal(position, position.side_to_move()) & ~held(position);
}

/// The number of tilts and moves of the side to move that keep the opponent from winning in its
/// next turn, if displaced stones go to harmless squares; counted up to `most`, which is also the
/// result if the side to move can win itself or some tilt alone is a defence.
int count_defences(const Position& position, int most);

/// Will the opponent win in its next turn whatever the side to move plays? Wrong only if a stone
/// displaced to a square near its own goal would obstruct its owner.
inline bool has_no_defence(const Position& position) { return count_defences(position, 1) == 0; }

}  // namespace schiri::sperre
