#include "core/more_or_less/evaluation.h"

#include <algorithm>

namespace schiri::more_or_less {

namespace {

// Found by letting the greedy bot play against the random one. Whoever is to move can use hops and
// few stones, which win in the end or at once; that more stones lead to the other limit makes up
// for the harm they do.
constexpr int fewer_stones_value = 100;
constexpr int hop_value = 50;

/// While placing, it is good to leave the opponent few hops on the smaller board, where they decide
/// soon, and many on the larger, where the moves that follow are worth more.
int placing_value(const Position& position) {
  const int hops = hop_value * count_hops(position);
  return position.board_size() == BoardSize::points_31 ? hops : -hops;
}

int value_for_mover(const Position& position) {
  if (position.is_placing()) return placing_value(position);
  const Side mover = position.side_to_move();
  const int fewer = position.count_stones(opponent(mover)) - position.count_stones(mover);
  return hop_value * count_hops(position) + fewer_stones_value * std::max(fewer, 0);
}

}  // namespace

int count_hops(const Position& position) {
  const Hops hops(position.board(), position.occupied());
  int count = 0;
  for (Bits left = position.board().points() & ~position.occupied(); left; left &= left - 1) {
    const auto from = static_cast<Point>(std::countr_zero(left));
    count += std::popcount(hops.from(from, from));
  }
  return count;
}

int evaluate(const Position& position, Side side) {
  const int value = value_for_mover(position);
  return side == position.side_to_move() ? value : -value;
}

}  // namespace schiri::more_or_less
