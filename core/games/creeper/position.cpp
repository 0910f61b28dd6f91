#include "core/games/creeper/position.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdlib>
#include <vector>

namespace schiri::creeper {

namespace {

// The turns of a position by number, without a list of them: small numbers for all places at once,
// bit i of a plane belonging to place i, one plane for each bit of the numbers.

/// The number of places of b. The builtin would call a library where there is no instruction.
unsigned count_of(Bits b) {
#if defined(__x86_64__) && !defined(__POPCNT__)
  b -= (b >> 1) & 0x5555555555555555u;
  b = (b & 0x3333333333333333u) + ((b >> 2) & 0x3333333333333333u);
  return static_cast<unsigned>((((b + (b >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u) >>
                               56);
#else
  return static_cast<unsigned>(std::popcount(b));
#endif
}

/// The places shifted by `by`.
template <int by>
constexpr Bits shift(Bits b) {
  return by > 0 ? b << by : b >> -by;
}

/// For each place, the number of places of b among the nine around it, itself included: its bits,
/// the least first.
std::array<Bits, 4> count_around(Bits b) {
  struct Sum {
    Bits ones, twos;
  };
  const auto add = [](Bits x, Bits y, Bits z) -> Sum {
    return {x ^ y ^ z, (x & y) | ((x ^ y) & z)};
  };
  const Sum row = add(b << 1, b, b >> 1);
  const Sum ones = add(row.ones << 8, row.ones, row.ones >> 8);
  const Sum twos = add(row.twos << 8, row.twos, row.twos >> 8);
  const Bits fours = ones.twos & twos.ones;
  return {ones.ones, ones.twos ^ twos.ones, twos.twos ^ fours, twos.twos & fours};
}

/// The n-th of the places of b, from 0; b has at most eight of them. Branchless because random
/// choices cannot be predicted.
Place nth(Bits b, unsigned n) {
  for (unsigned i = 0; i < pawns_per_side - 1; ++i) b &= b - (i < n);
  return static_cast<Place>(std::countr_zero(b));
}

template <int by>
Bits capture_targets(Bits own, Bits enemy, Bits free) {
  return shift<by>(shift<by>(own) & enemy) & free;
}

class NumberedCaptures {
 public:
  NumberedCaptures(Bits own, Bits enemy, Bits free)
      : targets_{capture_targets<1>(own, enemy, free), capture_targets<-1>(own, enemy, free),
                 capture_targets<8>(own, enemy, free), capture_targets<-8>(own, enemy, free)} {}

  unsigned count() const {
    if (!(targets_[0] | targets_[1] | targets_[2] | targets_[3])) return 0;
    return count_in(0) + count_in(1) + count_in(2) + count_in(3);
  }

  Turn at(unsigned n) const {
    constexpr std::array<int, 4> distances = {2, -2, 16, -16};
    std::size_t direction = 0;
    for (; n >= count_in(direction); ++direction) n -= count_in(direction);
    const Place to = nth(targets_[direction], n);
    return {static_cast<Place>(to - distances[direction]), to, Kind::capture};
  }

 private:
  unsigned count_in(std::size_t direction) const { return count_of(targets_[direction]); }

  std::array<Bits, 4> targets_;
};

/// Jumps and shunts. The number of them that each pawn has is stored in four bit planes; a bit in
/// the plane of the eights (fours, twos, ones) means eight (four, two, one) of them. The turns of
/// the eights come first.
class NumberedMoves {
 public:
  NumberedMoves(Bits own, Bits free) : free_(free), planes_(count_around(free)) {
    for (Bits& plane : planes_) plane &= own;
    for (std::size_t log = planes_.size(); log-- > 0;) {
      before_[log] = count_;
      count_ += count_of(planes_[log]) << log;
    }
  }

  unsigned count() const { return count_; }

  Turn at(unsigned n) const {
    const unsigned log = 3u - (n >= before_[2]) - (n >= before_[1]) - (n >= before_[0]);
    n -= before_[log];
    const Place from = nth(planes_[log], n >> log);
    const unsigned of_higher_planes = moves_from(from) >> (log + 1) << (log + 1);
    const Bits near = bit(from) << 1 | bit(from) | bit(from) >> 1;
    const Bits targets = (near << 8 | near | near >> 8) & free_;
    const Place to = nth(targets, of_higher_planes + (n & ((1u << log) - 1)));
    return {from, to, steps[from][to].kind};
  }

 private:
  unsigned moves_from(Place from) const {
    return static_cast<unsigned>((planes_[0] >> from & 1) | (planes_[1] >> from & 1) << 1 |
                                 (planes_[2] >> from & 1) << 2 | (planes_[3] >> from & 1) << 3);
  }

  Bits free_;
  std::array<Bits, 4> planes_;
  std::array<unsigned, 4> before_;
  unsigned count_ = 0;
};

class NumberedTurns {
 public:
  NumberedTurns(Bits own, Bits enemy)
      : moves_(own, squares & ~(own | enemy)), captures_(own, enemy, squares & ~(own | enemy)) {}

  unsigned count() const { return moves_.count() + captures_.count(); }

  /// One of them, each equally likely; there must be one.
  Turn draw(Rng& rng) const {
    const auto n = static_cast<unsigned>(rng.below(count()));
    return n < moves_.count() ? moves_.at(n) : captures_.at(n - moves_.count());
  }

 private:
  NumberedMoves moves_;
  NumberedCaptures captures_;
};

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
