#include "core/games/sperre/evaluation.h"

namespace schiri::sperre {

namespace {

// What a stone is worth by its distance from its goal. Two squares are one move, so an odd distance
// counts little more than the next even one.
constexpr std::array<int, size> value_by_distance = {100, 100, 92, 50, 44, 22, 18, 7, 4};

// An enemy stone on one's goal has to be displaced first.
constexpr int blocked_goal = -60;

// Nearly certain, but not as good as having won.
constexpr int win_at_once = 10000;

constexpr auto stone_values = [] {
  std::array<std::array<int, 100>, 2> table{};
  for (const Side side : {Side::white, Side::black}) {
    for (Bits left = board; left; left &= left - 1) {
      const Place at = lowest(left);
      table[index(side)][at] =
          value_by_distance[static_cast<std::size_t>(distance(at, goal_of(side)))];
    }
  }
  return table;
}();

int one_sided(const Position& position, Side side) {
  int value = position.stones(opponent(side)) & bit(goal_of(side)) ? blocked_goal : 0;
  for (Bits left = position.stones(side); left; left &= left - 1) {
    value += stone_values[index(side)][lowest(left)];
  }
  return value;
}

}  // namespace

bool can_win_at_once(const Position& position) {
  const Side mover = position.side_to_move();
  const Bits goal = bit(goal_of(mover)), empty = position.empty();
  if (!(goal & empty)) return false;
  // Steps are reversible.
  Bits near = king_steps(king_steps(goal) & empty) & position.stones(mover);
  for (; near; near &= near - 1) {
    if (position.is_free_to_move(lowest(near))) return true;
  }
  return false;
}

int evaluate(const Position& position, Side side) {
  const int value = one_sided(position, side) - one_sided(position, opponent(side));
  if (!can_win_at_once(position)) return value;
  return value + (position.side_to_move() == side ? win_at_once : -win_at_once);
}

}  // namespace schiri::sperre
