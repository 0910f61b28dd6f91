#pragma once

#include <array>
#include <bit>
#include <cstddef>

#include "core/games/creeper/position.h"

/// The turns of a position by number, without a list of them: small numbers for all places at once,
/// bit i of a plane belonging to place i, one plane for each bit of the numbers.
namespace schiri::creeper {

/// The number of places of b. The builtin would call a library where there is no instruction.
inline unsigned count_of(Bits b) {
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
inline std::array<Bits, 4> count_around(Bits b) {
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
inline Place nth(Bits b, unsigned n) {
  for (unsigned i = 0; i < pawns_per_side - 1; ++i) b &= b - (i < n);
  return static_cast<Place>(std::countr_zero(b));
}

class NumberedCaptures {
 public:
  NumberedCaptures(Bits own, Bits enemy, Bits free)
      : targets_{targets<1>(own, enemy, free), targets<-1>(own, enemy, free),
                 targets<8>(own, enemy, free), targets<-8>(own, enemy, free)} {}

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
  template <int by>
  static Bits targets(Bits own, Bits enemy, Bits free) {
    return shift<by>(shift<by>(own) & enemy) & free;
  }

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

}  // namespace schiri::creeper
