#pragma once

#include <cstdint>

#include "core/base/places.h"

namespace schiri {

/// Sets of places on boards of up to eight by eight, one bit for each place 8 * row + column. A
/// narrower board leaves columns free, so that a shift by one step cannot wrap into the next row.
using Bits = std::uint64_t;
using Place = std::uint8_t;

constexpr Place place(int column, int row) { return static_cast<Place>(8 * row + column); }
constexpr int column_of(Place at) { return at % 8; }
constexpr int row_of(Place at) { return at / 8; }
constexpr Bits bit(Place at) { return Bits{1} << at; }

/// The orthogonal neighbours of these places.
constexpr Bits orthogonal_neighbours(Bits b) { return b << 1 | b >> 1 | b << 8 | b >> 8; }

/// The set with a board of `rows` rows seen from its other end.
constexpr Bits with_rows_flipped(Bits b, int rows) {
  return __builtin_bswap64(b) >> (64 - 8 * rows);
}

/// The set with a board of `columns` columns mirrored left to right.
constexpr Bits with_columns_flipped(Bits b, int columns) {
  b = (b >> 1 & 0x5555555555555555u) | (b & 0x5555555555555555u) << 1;
  b = (b >> 2 & 0x3333333333333333u) | (b & 0x3333333333333333u) << 2;
  b = (b >> 4 & 0x0f0f0f0f0f0f0f0fu) | (b & 0x0f0f0f0f0f0f0f0fu) << 4;
  return b >> (8 - columns);
}

/// Columns become rows (Warren, Hacker's Delight, 7-3).
constexpr Bits transposed(Bits b) {
  const auto swap = [&b](int by, Bits mask) {
    const Bits change = (b ^ b >> by) & mask;
    b ^= change ^ change << by;
  };
  swap(7, 0x00aa00aa00aa00aau);
  swap(14, 0x0000cccc0000ccccu);
  swap(28, 0x00000000f0f0f0f0u);
  return b;
}

}  // namespace schiri
