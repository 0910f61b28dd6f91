#include "core/games/creeper/position.h"

#include <bit>
#include <cstdlib>
#include <vector>

#include "core/games/creeper/numbered_turns.h"

namespace schiri::creeper {

namespace {

template <int by>
Bits capture_targets(Bits own, Bits enemy, Bits free) {
  return shift<by>(shift<by>(own) & enemy) & free;
}

}  // namespace

std::optional<Violation> Position::violation(const Turn& turn) const {
  const Bits from = bit(turn.from), to = bit(turn.to);
  if (!((pawns_[0] | pawns_[1]) & from)) return Violation::no_pawn_there;
  if (!(pawns(side_) & from)) return Violation::opponents_pawn;

  const int columns = std::abs(column_of(turn.from) - column_of(turn.to));
  const int rows = std::abs(row_of(turn.from) - row_of(turn.to));
  switch (turn.kind) {
    case Kind::jump:
      if (columns != 1 || rows != 1) return Violation::not_a_jump;
      break;
    case Kind::shunt:
      if (columns + rows != 1) return Violation::not_a_shunt;
      break;
    case Kind::capture:
      if (columns * rows != 0 || columns + rows != 2) return Violation::not_a_capture;
      break;
  }
  if (!(empty() & to)) return Violation::target_occupied;
  if (turn.kind == Kind::capture) {
    const Bits between = bit(steps[turn.from][turn.to].over);
    if (pawns(side_) & between) return Violation::own_pawn_captured;
    if (!(pawns(opponent(side_)) & between)) return Violation::nothing_captured;
  }
  return std::nullopt;
}

bool Position::has_capture() const {
  const Bits own = pawns(side_), enemy = pawns(opponent(side_)), free = empty();
  return capture_targets<1>(own, enemy, free) | capture_targets<-1>(own, enemy, free) |
         capture_targets<8>(own, enemy, free) | capture_targets<-8>(own, enemy, free);
}

bool Position::has_chain(Side side) const {
  const Bits own = discs(side) | bases(side);
  const Bits goal = std::bit_floor(bases(side));
  Bits reached = bases(side) ^ goal;
  for (Bits before = 0; before != reached;) {
    before = reached;
    reached |= orthogonal_neighbours(reached) & own;
    if (reached & goal) return true;
  }
  return false;
}

std::uint64_t Position::count_turns() const {
  if (has_chain(opponent(side_))) return 0;
  return NumberedTurns(pawns(side_), pawns(opponent(side_))).count();
}

Turn Position::random_turn(Rng& rng) const {
  return NumberedTurns(pawns(side_), pawns(opponent(side_))).draw(rng);
}

namespace {

Bits lowest(Bits b) { return b & -b; }

}  // namespace

Bits shortest_chain_of(const Position& position, Side side) {
  const Bits home = position.bases(side), begin = lowest(home), goal = home ^ begin;
  Bits free = position.discs(side) | goal;
  std::vector<Bits> layers = {begin};
  while (!(layers.back() & goal)) {
    const Bits next = orthogonal_neighbours(layers.back()) & free;
    if (!next) return 0;
    free ^= next;
    layers.push_back(next);
  }
  Bits chain = goal;
  for (Bits at = goal; layers.size() > 1;) {
    layers.pop_back();
    at = lowest(orthogonal_neighbours(at) & layers.back());
    chain |= at;
  }
  return chain;
}

}  // namespace schiri::creeper
