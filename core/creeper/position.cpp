#include "core/creeper/position.h"

#include <cstdlib>

namespace schiri::creeper {

namespace {

template <int by>
constexpr Bits shift(Bits b) {
  return by > 0 ? b << by : b >> -by;
}

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
  const Bits own = discs(side) | bases[index(side)];
  const Bits goal = std::bit_floor(bases[index(side)]);
  Bits reached = bases[index(side)] ^ goal;
  for (Bits before = 0; before != reached;) {
    before = reached;
    reached |= orthogonal_neighbours(reached) & own;
    if (reached & goal) return true;
  }
  return false;
}

std::uint64_t Position::count_turns() const {
  if (has_chain(opponent(side_))) return 0;
  const Bits own = pawns(side_), enemy = pawns(opponent(side_)), free = empty();
  const auto count = [](auto... sets) { return (std::popcount(sets) + ...); };
  const int turns =
      count(own << 9 & free, own << 7 & free, own >> 7 & free, own >> 9 & free, own << 1 & free,
            own >> 1 & free, own << 8 & free, own >> 8 & free, capture_targets<1>(own, enemy, free),
            capture_targets<-1>(own, enemy, free), capture_targets<8>(own, enemy, free),
            capture_targets<-8>(own, enemy, free));
  return static_cast<std::uint64_t>(turns);
}

Turn Position::random_turn(Rng& rng) const {
  // Eight pawns have at most eight turns each.
  std::array<Turn, 8 * pawns_per_side> turns;
  std::size_t count = 0;
  visit_turns([&](const Turn& turn) {
    turns[count++] = turn;
    return true;
  });
  return turns[rng.below(count)];
}

}  // namespace schiri::creeper
