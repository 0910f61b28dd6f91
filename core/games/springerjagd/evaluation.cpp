#include "core/games/springerjagd/evaluation.h"

#include <array>

namespace schiri::springerjagd {

namespace {

// From a logistic regression of results over 200,000 positions of games of the alpha-beta bot
// against itself, rounded if games showed no difference.
constexpr int knight_value = 100;
// The opponent is to move: an attacked knight is almost lost, unless the other one recaptures. The
// mover's own can flee.
constexpr int doomed_value = 54;
constexpr int revenge_value = 50;
constexpr int endangered_value = 5;
// A knight without a safe square to go to.
constexpr int trapped_value = 6;
constexpr int trapped_next_value = 10;
constexpr int pair_value = 4;
constexpr int reserve_value = 3;
// A last knight with 0, 1 ... such squares, pairs included; tuned by games.
constexpr std::array last_knight_values{-30, -15, -8, -4, -2};

/// The targets of a side's knights, including squares they only protect.
Bits reach(const Position& position, Side side) {
  const Bits blocked = position.army(side).all() | position.army(opponent(side)).pairs;
  return knight_steps(position.army(side).knights) & ~blocked;
}

/// The knights of a side that the opponent could capture if it were to move.
Bits endangered(const Position& position, Side side) {
  const Bits attackers = position.army(opponent(side)).knights;
  const Bits neighbours = orthogonal_neighbours(attackers) & ~position.protected_knight();
  return position.army(side).knights & (knight_steps(attackers) | neighbours);
}

int count_trapped(const Position& position, Side side) {
  const SidePieces& enemy = position.army(opponent(side));
  const Bits unsafe = position.army(side).all() | enemy.pairs | knight_steps(enemy.knights);
  int trapped = 0;
  for (Bits left = position.army(side).knights; left; left &= left - 1) {
    trapped += !(knight_steps(left & -left) & ~unsafe);
  }
  return trapped;
}

int value_of_danger(const Position& position, Side side) {
  const Bits in_danger = endangered(position, side);
  const int trapped = count_trapped(position, side);
  if (side == position.side_to_move()) {
    return -endangered_value * std::popcount(in_danger) - trapped_value * trapped;
  }
  const Bits guarded = in_danger & knight_steps(position.army(side).knights);
  return -doomed_value * std::popcount(in_danger) + revenge_value * std::popcount(guarded) -
         trapped_next_value * trapped;
}

/// The safe targets of a side's only knight if it were to move, without captures of neighbours.
Bits refuges_of_last(const Position& position, Side side) {
  const Bits attacked = knight_steps(position.army(opponent(side)).knights);
  return (reach(position, side) | position.swappable(side)) & ~attacked;
}

int value_of_last_knight(const Position& position, Side side) {
  if (!std::has_single_bit(position.army(side).knights)) return 0;
  const auto refuges = static_cast<std::size_t>(std::popcount(refuges_of_last(position, side)));
  return refuges < last_knight_values.size() ? last_knight_values[refuges] : 0;
}

int one_sided(const Position& position, Side side) {
  const SidePieces& army = position.army(side);
  return knight_value * std::popcount(army.knights) + value_of_danger(position, side) +
         value_of_last_knight(position, side) + step_value * std::popcount(reach(position, side)) +
         pair_value * std::popcount(army.pairs) + reserve_value * army.reserve();
}

}  // namespace

bool can_win_at_once(const Position& position) {
  const Side other = opponent(position.side_to_move());
  const Bits knights = position.army(other).knights;
  return std::has_single_bit(knights) && endangered(position, other);
}

bool has_no_defence(const Position& position) {
  const Side side = position.side_to_move();
  const Bits own = position.army(side).knights, enemies = position.army(opponent(side)).knights;
  if (!std::has_single_bit(own) || refuges_of_last(position, side)) return false;
  const Bits neighbours = orthogonal_neighbours(own) & enemies & ~position.protected_knight();
  return !(neighbours & ~knight_steps(enemies));
}

int evaluate(const Position& position, Side side) {
  return one_sided(position, side) - one_sided(position, opponent(side));
}

}  // namespace schiri::springerjagd
