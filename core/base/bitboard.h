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

}  // namespace schiri
