#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "core/base/places.h"
#include "core/game.h"

/// Sperre (M. Winkelmann): three of Miwin's dice lock columns; a stone that reaches the middle of
/// the far row wins. The rules are in position.h, the hooks for bots in other headers (included by
/// hooks.h), the notation in notation/games/sperre. Uses core/base and core/bots.
namespace schiri::sperre {

/// A square has the number of its notation: 10 * row + column, rows and columns 1-9, row 1 White's.
/// Column 0 stays empty, so that a step to the side cannot wrap into another row.
using Place = std::uint8_t;
using Bits = PlaceSet;

inline constexpr int size = 9;
inline constexpr int stones_per_side = 9;

constexpr Place place(int column, int row) { return static_cast<Place>(10 * row + column); }
constexpr int row_of(Place at) { return at / 10; }
constexpr int column_of(Place at) { return at % 10; }
constexpr bool is_square(Place at) {
  return at <= place(size, size) && row_of(at) > 0 && column_of(at) > 0;
}

constexpr Bits bit(Place at) { return Bits{1} << at; }

/// The number of squares in a set.
constexpr int count(Bits b) { return count_places(b); }

/// The lowest square of a set, which must not be empty.
constexpr Place lowest(Bits b) { return *places(b).begin(); }

inline constexpr Bits board = [] {
  Bits all = 0;
  for (Place at = 0; at < 100; ++at) all |= is_square(at) ? bit(at) : 0;
  return all;
}();

constexpr Bits squares_of_row(int row) { return Bits{0x3fe} << (10 * row); }
constexpr Bits squares_of_column(int column) {
  Bits all = 0;
  for (int row = 1; row <= size; ++row) all |= bit(place(column, row));
  return all;
}

/// The goals of White ([9,5]) and Black ([1,5]).
inline constexpr std::array<Place, 2> goals = {place(5, 9), place(5, 1)};

constexpr unsigned index(Side side) { return static_cast<unsigned>(side); }
constexpr Place goal_of(Side side) { return goals[index(side)]; }

/// The distance of two squares in king's steps on an empty board.
constexpr int distance(Place a, Place b) {
  return std::max({row_of(a) - row_of(b), row_of(b) - row_of(a), column_of(a) - column_of(b),
                   column_of(b) - column_of(a)});
}

/// The orthogonal neighbours of these squares, on the board or just off it.
constexpr Bits orthogonal_neighbours(Bits b) { return b << 1 | b >> 1 | b << 10 | b >> 10; }

/// These squares and all within a king's step, on the board or just off it.
constexpr Bits king_steps(Bits b) {
  const Bits rows = b | b << 1 | b >> 1;
  return rows | rows << 10 | rows >> 10;
}

/// A square and those about it in one word, on which work is quicker than on the whole board: bit
/// `window_middle` is the square itself, and the square whose number is greater by n is bit
/// `window_middle + n`. All within two king's steps have a bit, five in a row, the rows ten apart.
using Window = std::uint64_t;
inline constexpr int window_middle = 22;

/// A set of squares that is looked at through windows.
class Windows {
 public:
  constexpr explicit Windows(Bits set)
      : words_{static_cast<std::uint64_t>(set << before),
               static_cast<std::uint64_t>(set << before >> 64), 0} {}

  constexpr Window about(Place middle) const {
    const auto first = static_cast<unsigned>(middle - (window_middle - before));
    if (!std::is_constant_evaluated() && std::endian::native == std::endian::little) {
      Window from_byte;
      std::memcpy(&from_byte, reinterpret_cast<const char*>(words_.data()) + first / 8,
                  sizeof from_byte);
      return from_byte >> first % 8;
    }
    const std::uint64_t* const words = &words_[first / 64];
    return words[0] >> first % 64 | words[1] << 1 << (63 - first % 64);
  }

 private:
  static constexpr int before = 11;  // so that the window about the lowest square begins at a bit
  std::array<std::uint64_t, 3> words_;
};

/// The squares of a window, all of them on the board.
constexpr Bits squares_of(Window window, Place middle) {
  return Bits{window} << middle >> window_middle;
}

/// The part of a window of empty squares that is reached by one or two king's steps over them from
/// its middle, which is occupied.
constexpr Window reach(Window empty) {
  constexpr auto steps = [](Window w) {
    const Window rows = w | w << 1 | w >> 1;
    return rows | rows << 10 | rows >> 10;
  };
  return steps(steps(Window{1} << window_middle) & empty) & empty;
}

/// The squares reached by one or two king's steps over empty squares from an occupied square.
constexpr Bits reach(Place from, Bits empty) {
  return squares_of(reach(Windows(empty).about(from)), from);
}

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
