#include "core/games/sperre/hooks.h"
#include "core/games/sperre/stone_values.h"

namespace schiri::sperre {

namespace {

// An enemy stone on the goal has to be displaced first; one's own has to leave it.
constexpr int blocked_goal = -60;

// Stones that can win in one move if the opponent does nothing.
constexpr int threat = 30;

// A stone that cannot move in the next turn, by whether it is within two moves of its goal; and one
// that the opponent or its owner's next tilt may free.
constexpr int held_near = 15, held_far = 5;
constexpr int locked_near = 5, locked_far = 2;

// A nearly certain win, valued below a win.
constexpr int win_at_once = 10000;

constexpr auto within_two_moves = [] {
  std::array<Bits, 2> zones{};
  for (const Side side : {Side::white, Side::black}) {
    for (const Place at : places(board)) {
      if (distance(at, goal_of(side)) <= 4) zones[index(side)] |= bit(at);
    }
  }
  return zones;
}();

int weighted(Bits stones, Side side, int near, int far) {
  const Bits near_stones = stones & within_two_moves[index(side)];
  return near * count(near_stones) + far * count(stones ^ near_stones);
}

int one_sided(const Position& position, Side side) {
  const StoneValues& stones = stone_values_of(position.variant());
  int value = position.empty() & bit(goal_of(side)) ? 0 : blocked_goal;
  for (const Place at : places(position.stones(side))) {
    value += stones.of(side, at);
  }
  return value;
}

}  // namespace

int worth_of_locks(const Position& position, Side side, Bits locked, Bits held) {
  const Side enemy = opponent(side);
  return weighted(position.stones(enemy) & held, enemy, held_near, held_far) -
         weighted(position.stones(side) & locked, side, locked_near, locked_far);
}

int evaluate(const Position& position, Side side) {
  const Side mover = position.side_to_move(), other = opponent(mover);
  const Bits held_now = held(position);
  int value = one_sided(position, mover) - one_sided(position, other) -
              worth_of_locks(position, other, position.locked(position.tops()), held_now);
  if (stones_near_goal(position, mover) & ~held_now) {
    value += win_at_once;
  } else if (stones_near_goal(position, other)) {
    value -= threat;
  }
  return mover == side ? value : -value;
}

namespace {

Bits seen(Bits stones, bool from_behind) {
  if (!from_behind) return stones;
  Bits result = 0;
  for (const Place at : places(stones)) result |= bit(place(column_of(at), 10 - row_of(at)));
  return result;
}

}  // namespace

std::array<std::uint64_t, 5> features_of(const Position& position, Side side) {
  const bool from_behind = side == Side::black;
  const Lock lock = position.variant().lock;
  // Turned around, die III locks the rows of die IV.
  const bool swaps_dice = from_behind && lock == Lock::rows;
  const Bits own = seen(position.stones(side), from_behind);
  const Bits enemy = seen(position.stones(opponent(side)), from_behind);
  std::uint64_t locks = 0;
  for (const Die die : dice) {
    constexpr std::array<std::size_t, 3> swapped = {1, 0, 2};
    const std::size_t number = swaps_dice ? swapped[index(die)] : index(die);
    const unsigned top = position.tops()[index(die)];
    const unsigned row = from_behind ? 10 - top : top;
    if (lock != Lock::rows) locks |= std::uint64_t{1} << (9 * number + top - 1);
    if (lock != Lock::columns) locks |= std::uint64_t{1} << (30 + 9 * number + row - 1);
    if (position.last_tilted() == die) locks |= std::uint64_t{1} << (27 + number);
  }
  return {static_cast<std::uint64_t>(own), static_cast<std::uint64_t>(own >> 64),
          static_cast<std::uint64_t>(enemy), static_cast<std::uint64_t>(enemy >> 64), locks};
}

}  // namespace schiri::sperre
