#include "core/creeper/evaluation.h"

#include <bit>

namespace schiri::creeper {

namespace {

// A disc that is still missing weighs more than a pawn: only chains win.
constexpr int missing_disc_value = 150;
constexpr int pawn_value = 100;
constexpr int disc_value = 10;

constexpr Bits grow(Bits b) { return b | b << 1 | b >> 1 | b << 8 | b >> 8; }

/// The links that are joined to some of them.
Bits joined(Bits reached, Bits linked) {
  for (Bits before = 0; before != reached;) {
    before = reached;
    reached |= grow(reached) & linked;
  }
  return reached;
}

int one_sided(const Position& position, Side side) {
  return pawn_value * std::popcount(position.pawns(side)) +
         disc_value * std::popcount(position.discs(side)) -
         missing_disc_value * missing_discs(position, side);
}

}  // namespace

int missing_discs(const Position& position, Side side) {
  const Bits bases_of_side = bases[static_cast<unsigned>(side)];
  const Bits linked = position.discs(side) | bases_of_side;
  const Bits open = octagons & ~bases[static_cast<unsigned>(opponent(side))];
  const Bits goal = std::bit_floor(bases_of_side);
  Bits reached = bases_of_side ^ goal;
  for (int missing = 0;; ++missing) {
    reached = joined(reached, linked);
    if (reached & goal) return missing;
    reached |= grow(reached) & open;
  }
}

Bits claimable(const Position& position, Side side) {
  const Bits own = position.pawns(side), free = position.empty();
  return ((own & free >> 9) | (own & free >> 7) >> 1 | (free & own >> 9) | (own & free << 7) >> 8) &
         octagons;
}

bool can_win_at_once(const Position& position) {
  const Side mover = position.side_to_move();
  const Bits open = claimable(position, mover) & ~position.discs(mover) & ~all_bases;
  if (!open) return false;
  const Bits bases_of_side = bases[static_cast<unsigned>(mover)];
  const Bits linked = position.discs(mover) | bases_of_side;
  const Bits goal = std::bit_floor(bases_of_side);
  const Bits last = open & grow(joined(bases_of_side ^ goal, linked));
  return last && (last & grow(joined(goal, linked)));
}

int evaluate(const Position& position, Side side) {
  return one_sided(position, side) - one_sided(position, opponent(side));
}

}  // namespace schiri::creeper
