#pragma once

#include <array>
#include <bit>
#include <cstddef>

#include "core/games/creeper/bit_planes.h"
#include "core/games/creeper/position.h"

/// The turns of a position by number, without a list of them. As in bit_planes.h, code is compiled
/// for the instruction set of its caller.
namespace schiri::creeper {

/// The n-th of the places of b, from 0; b has at most eight of them. Branchless because random
/// choices cannot be predicted.
SCHIRI_INLINE Place nth(Bits b, unsigned n) {
  for (unsigned i = 0; i < pawns_per_side - 1; ++i) b &= b - (i < n);
  return static_cast<Place>(std::countr_zero(b));
}

template <class Count>
class NumberedCaptures {
 public:
  SCHIRI_INLINE NumberedCaptures(Bits own, Bits enemy, Bits free)
      : targets_{targets<1>(own, enemy, free), targets<-1>(own, enemy, free),
                 targets<8>(own, enemy, free), targets<-8>(own, enemy, free)} {}

  SCHIRI_INLINE unsigned count() const {
    if (!(targets_[0] | targets_[1] | targets_[2] | targets_[3])) return 0;
    return count_in(0) + count_in(1) + count_in(2) + count_in(3);
  }

  SCHIRI_INLINE Turn at(unsigned n) const {
    constexpr std::array<int, 4> distances = {2, -2, 16, -16};
    std::size_t direction = 0;
    for (; n >= count_in(direction); ++direction) n -= count_in(direction);
    const Place to = nth(targets_[direction], n);
    return {static_cast<Place>(to - distances[direction]), to, Kind::capture};
  }

 private:
  template <int by>
  SCHIRI_INLINE static Bits targets(Bits own, Bits enemy, Bits free) {
    return shift<by>(shift<by>(own) & enemy) & free;
  }

  SCHIRI_INLINE unsigned count_in(std::size_t direction) const {
    return static_cast<unsigned>(Count::of(targets_[direction]));
  }

  std::array<Bits, 4> targets_;
};

/// Jumps and shunts. The number of them that each pawn has is stored in four bit planes; a bit in
/// the plane of the eights (fours, twos, ones) means eight (four, two, one) of them. The turns of
/// the eights come first.
template <class Count>
class NumberedMoves {
 public:
  SCHIRI_INLINE NumberedMoves(Bits own, Bits free) : free_(free) {
    const FourPlanes counts = select(count_around(free), own, {}, 0);
    planes_ = {counts.ones, counts.twos, counts.fours, counts.eights};
    for (std::size_t log = planes_.size(); log-- > 0;) {
      before_[log] = count_;
      count_ += static_cast<unsigned>(Count::of(planes_[log])) << log;
    }
  }

  SCHIRI_INLINE unsigned count() const { return count_; }

  SCHIRI_INLINE Turn at(unsigned n) const {
    const unsigned log = 3u - (n >= before_[2]) - (n >= before_[1]) - (n >= before_[0]);
    n -= before_[log];
    const Place from = nth(planes_[log], n >> log);
    const unsigned of_higher_planes = count_of(from) >> (log + 1) << (log + 1);
    const Bits near = bit(from) << 1 | bit(from) | bit(from) >> 1;
    const Bits targets = (near << 8 | near | near >> 8) & free_;
    const Place to = nth(targets, of_higher_planes + (n & ((1u << log) - 1)));
    return {from, to, steps[from][to].kind};
  }

 private:
  SCHIRI_INLINE unsigned count_of(Place from) const {
    return static_cast<unsigned>((planes_[0] >> from & 1) | (planes_[1] >> from & 1) << 1 |
                                 (planes_[2] >> from & 1) << 2 | (planes_[3] >> from & 1) << 3);
  }

  Bits free_;
  std::array<Bits, 4> planes_;
  std::array<unsigned, 4> before_;
  unsigned count_ = 0;
};

template <class Count>
class NumberedTurns {
 public:
  SCHIRI_INLINE NumberedTurns(Bits own, Bits enemy)
      : moves_(own, squares & ~(own | enemy)), captures_(own, enemy, squares & ~(own | enemy)) {}

  SCHIRI_INLINE unsigned count() const { return moves_.count() + captures_.count(); }

  /// One of them, each equally likely; there must be one.
  SCHIRI_INLINE Turn draw(Rng& rng) const {
    const auto n = static_cast<unsigned>(rng.below(count()));
    return n < moves_.count() ? moves_.at(n) : captures_.at(n - moves_.count());
  }

 private:
  NumberedMoves<Count> moves_;
  NumberedCaptures<Count> captures_;
};

}  // namespace schiri::creeper
