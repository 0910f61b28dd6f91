#pragma once

#include <cstdint>

namespace schiri::rating {

/// What a fit of all players assumes besides the games, see `rate_bt`.
enum class Prior : std::uint8_t {
  /// Virtual drawn games between players who met.
  games,
  /// Drawn games of each player against the mean, as many as the spread of the field suggests.
  field,
  /// Nothing.
  none
};

}  // namespace schiri::rating
