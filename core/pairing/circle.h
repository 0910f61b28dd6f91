#pragma once

#include <cstdint>
#include <utility>

namespace schiri {

/// The circle method for an even number of seats: the last one stays, the others rotate, and
/// opposite seats meet. `turn` from 0 to seats - 2, `table` from 0 to seats / 2 - 1; table 0 has
/// the last one, which comes first.
constexpr std::pair<std::uint64_t, std::uint64_t> circle(std::uint64_t seats, std::uint64_t turn,
                                                         std::uint64_t table) {
  const std::uint64_t ring = seats - 1;
  if (table == 0) return {ring, turn};
  return {(turn + table) % ring, (turn + ring - table) % ring};
}

}  // namespace schiri
