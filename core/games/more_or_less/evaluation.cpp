#include "core/games/more_or_less/evaluation.h"

#include <algorithm>

#include "core/games/more_or_less/hop_counts.h"

namespace schiri::more_or_less {

namespace {

// Rounded from a logistic regression of results over positions of games that the alpha-beta bot
// played against itself, one for each board. Hops of a side's own stones are good and the
// opponent's bad, any hops are good for the side to move, and a lead of fewer stones counts more
// near the end. On the small board, on which both sides soon reach six stones, the hops of the side
// to move and the lead's decay count half as much again: searching bots play equally well, and
// greedy loses fewer games with it.
struct Weights {
  int own_hop, enemy_hop;  // hops of stones from their points
  int hop;                 // hops from empty points, for the side to move
  int lead_now;            // of each extra stone, in the last turn
  int lead_step;           // reduction for each turn before
};

constexpr Weights placing_51 = {6, 6, -1, 0, 0};
constexpr Weights moving_51 = {8, 9, 3, -90, 5};
constexpr Weights placing_31 = {20, 26, 1, 0, 0};
constexpr Weights moving_31 = {30, 20, 45, -160, 12};

const Weights& weights_of(const Position& position) {
  if (position.board_size() == BoardSize::points_31) {
    return position.is_placing() ? placing_31 : moving_31;
  }
  return position.is_placing() ? placing_51 : moving_51;
}

int value_for_mover(const Position& position) {
  const Weights& weights = weights_of(position);
  const Side mover = position.side_to_move();
  const Bits own = position.stones(mover), enemy = position.stones(opponent(mover));
  const int lead_value = std::min(weights.lead_now + weights.lead_step * position.turns_left(), 0);
  const HopCounts& hops = hop_counts(position.board_size(), position.occupied());
  return weights.own_hop * hops.total(own) - weights.enemy_hop * hops.total(enemy) +
         weights.hop * hops.total(~position.occupied()) +
         lead_value * (std::popcount(own) - std::popcount(enemy));
}

}  // namespace

int count_hops(const Position& position) {
  return hop_counts(position.board_size(), position.occupied()).total(~position.occupied());
}

int evaluate(const Position& position, Side side) {
  const int value = value_for_mover(position);
  return side == position.side_to_move() ? value : -value;
}

}  // namespace schiri::more_or_less
