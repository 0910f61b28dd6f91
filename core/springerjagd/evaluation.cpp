#include "core/springerjagd/evaluation.h"

namespace schiri::springerjagd {

namespace {

constexpr int knight_value = 100;
// The opponent is to move: a knight that stands in danger is all but lost. One's own can flee.
constexpr int doomed_value = 80;
constexpr int endangered_value = 10;
constexpr int step_value = 5;
constexpr int pair_value = 10;

/// The squares that a side's knights can go to, or could if a knight stood there.
Bits reach(const Position& position, Side side) {
  const Bits blocked = position.army(side).all() | position.army(opponent(side)).pairs;
  return knight_steps(position.army(side).knights) & ~blocked;
}

/// The knights of a side that the opponent could capture if it were his turn.
Bits endangered(const Position& position, Side side) {
  const Bits attackers = position.army(opponent(side)).knights;
  const Bits neighbours = orthogonal_neighbours(attackers) & ~position.protected_knight();
  return position.army(side).knights & (knight_steps(attackers) | neighbours);
}

int one_sided(const Position& position, Side side) {
  const Army& army = position.army(side);
  const int danger = side == position.side_to_move() ? endangered_value : doomed_value;
  return knight_value * std::popcount(army.knights) -
         danger * std::popcount(endangered(position, side)) +
         step_value * std::popcount(reach(position, side)) + pair_value * std::popcount(army.pairs);
}

}  // namespace

bool can_win_at_once(const Position& position) {
  const Side other = opponent(position.side_to_move());
  const Bits knights = position.army(other).knights;
  return std::has_single_bit(knights) && endangered(position, other);
}

int evaluate(const Position& position, Side side) {
  return one_sided(position, side) - one_sided(position, opponent(side));
}

}  // namespace schiri::springerjagd
