#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace schiri::sperre {

/// Miwin's dice, named by the sum of their two lowest numbers: III, IV and V.
enum class Die : std::uint8_t { three, four, five, none };

inline constexpr std::array<Die, 3> dice = {Die::three, Die::four, Die::five};

constexpr std::size_t index(Die die) { return static_cast<std::size_t>(die); }

/// The numbers on top of III, IV, V.
using Tops = std::array<std::uint8_t, 3>;

/// Each die's numbers, opposite faces side by side.
inline constexpr std::array<std::array<std::uint8_t, 6>, 3> faces = {
    {{1, 9, 2, 7, 5, 6}, {1, 9, 3, 8, 4, 5}, {2, 7, 3, 8, 4, 6}}};

/// A set of numbers from 1 to 9: number n is bit n.
using Digits = std::uint16_t;

constexpr Digits digit(unsigned n) { return static_cast<Digits>(1u << n); }
constexpr bool contains(Digits set, unsigned n) { return set >> n & 1; }
constexpr unsigned count(Digits set) { return static_cast<unsigned>(std::popcount(set)); }

/// The numbers that a tilt of a die over one of its lower edges can bring up: all but the top and
/// its opposite. Indexed by die and top; empty if the die does not have that number.
inline constexpr auto next_faces = [] {
  std::array<std::array<Digits, 10>, 3> table{};
  for (const Die die : dice) {
    const auto& own = faces[index(die)];
    Digits all = 0;
    for (const std::uint8_t face : own) all = static_cast<Digits>(all | digit(face));
    for (std::size_t i = 0; i < own.size(); ++i) {
      table[index(die)][own[i]] =
          static_cast<Digits>(all & ~(digit(own[i]) | digit(own[i ^ std::size_t{1}])));
    }
  }
  return table;
}();

inline constexpr unsigned faces_a_tilt = 4;

/// Does the die have this number?
constexpr bool has_face(Die die, unsigned face) {
  return face < 10 && next_faces[index(die)][face] != 0;
}

constexpr bool are_distinct(const Tops& tops) {
  return tops[0] != tops[1] && tops[0] != tops[2] && tops[1] != tops[2];
}

}  // namespace schiri::sperre
