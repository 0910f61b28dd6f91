#pragma once

#include <bit>

#include "core/games/creeper/position.h"

/// Small numbers for all places of a board at once: bit i of a plane belongs to place i, one plane
/// for each bit of the numbers, added like binary numbers.
///
/// Everything here is forced inline, so that it is compiled for the instruction set of its caller.
#define SCHIRI_INLINE [[gnu::always_inline]] inline

namespace schiri::creeper {

/// Bit counting for processors without an instruction for it (the builtin would call a library).
struct PortableCount {
  SCHIRI_INLINE static int of(Bits b) {
    b -= (b >> 1) & 0x5555555555555555u;
    b = (b & 0x3333333333333333u) + ((b >> 2) & 0x3333333333333333u);
    return static_cast<int>((((b + (b >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u) >> 56);
  }
};

struct InstructionCount {
  SCHIRI_INLINE static int of(Bits b) { return std::popcount(b); }
};

/// The code for all processors that the program is built for. If only some of them have the
/// instructions, SCHIRI_BIT_INSTRUCTIONS marks the functions that use these.
#if defined(__x86_64__) && !(defined(__POPCNT__) && defined(__BMI2__))
#define SCHIRI_BIT_INSTRUCTIONS [[gnu::target("popcnt,bmi,bmi2")]]
using BaselineCount = PortableCount;

inline bool has_bit_instructions() {
  return __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2");
}
#else
using BaselineCount = InstructionCount;
#endif

/// The places shifted by `by`.
template <int by>
SCHIRI_INLINE Bits shift(Bits b) {
  return by > 0 ? b << by : b >> -by;
}

/// A number of two bits at each place.
struct TwoPlanes {
  Bits ones, twos;
};

/// A number of four bits at each place.
struct FourPlanes {
  Bits ones, twos, fours, eights;
};

SCHIRI_INLINE TwoPlanes add(Bits a, Bits b) { return {a ^ b, a & b}; }
SCHIRI_INLINE TwoPlanes add(Bits a, Bits b, Bits c) {
  const Bits half = a ^ b;
  return {half ^ c, (a & b) | (half & c)};
}

/// The numbers of a at some places, of b at others, and 0 elsewhere.
SCHIRI_INLINE FourPlanes select(const FourPlanes& a, Bits at_a, const FourPlanes& b, Bits at_b) {
  return {(a.ones & at_a) | (b.ones & at_b), (a.twos & at_a) | (b.twos & at_b),
          (a.fours & at_a) | (b.fours & at_b), (a.eights & at_a) | (b.eights & at_b)};
}

/// For each place, the number of places of b among the nine around it, itself included.
SCHIRI_INLINE FourPlanes count_around(Bits b) {
  const TwoPlanes row = add(b << 1, b, b >> 1);
  const TwoPlanes ones = add(row.ones << 8, row.ones, row.ones >> 8);
  const TwoPlanes twos = add(row.twos << 8, row.twos, row.twos >> 8);
  const TwoPlanes middle = add(ones.twos, twos.ones);
  const TwoPlanes high = add(twos.twos, middle.twos);
  return {ones.ones, middle.ones, high.ones, high.twos};
}

/// For each place, the number of its diagonal neighbours in b: 0 to 4.
SCHIRI_INLINE FourPlanes count_diagonal(Bits b) {
  const TwoPlanes row = add(b << 1, b >> 1);
  const TwoPlanes ones = add(row.ones << 8, row.ones >> 8);
  const TwoPlanes twos = add(row.twos << 8, row.twos >> 8, ones.twos);
  return {ones.ones, twos.ones, twos.twos, 0};
}

template <class Count>
SCHIRI_INLINE int sum(const FourPlanes& planes, Bits at) {
  return Count::of(planes.ones & at) + 2 * Count::of(planes.twos & at) +
         4 * Count::of(planes.fours & at) + 8 * Count::of(planes.eights & at);
}

template <class Count>
SCHIRI_INLINE int sum_of_products(const FourPlanes& a, const FourPlanes& b) {
  return sum<Count>(a, b.ones) + 2 * sum<Count>(a, b.twos) + 4 * sum<Count>(a, b.fours) +
         8 * sum<Count>(a, b.eights);
}

}  // namespace schiri::creeper
