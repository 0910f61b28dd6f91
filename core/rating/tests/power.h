#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/message.h"
#include "core/rating/tests/match_stats.h"

namespace schiri::rating {

/// A test of a fixed number of games: is the first player stronger than the second (or, two-sided,
/// is one of them)?
struct PowerOptions {
  double alpha = 0.05;  ///< probability of a positive result for equal players
  double power = 0.8;   ///< probability of a positive result for the given difference
  bool two_sided = false;
};

/// The spread of the score of one unit (a game, or a pair scored from 0 to 1).
struct UnitSpread {
  double equal = 0;      ///< standard deviation between equal players
  double different = 0;  ///< between players with the given difference
};

/// The spread of games with this share of draws (from 0 to 1) if the first player is this much
/// stronger, in logistic Elo. Nullopt if such a score is impossible with this share of draws.
std::optional<UnitSpread> spread_of_games(double elo, double draw_rate);
/// The spread of known results. Nullopt if they are all the same.
std::optional<UnitSpread> spread_of(const MatchCounts& counts);

/// The error in the options, for the user; nullopt if they are valid.
std::optional<Message> complaint_about(const PowerOptions& options);

/// The required number of units, rounded up: ((z_alpha s0 + z_power s1) / (score - 1/2))^2 by the
/// normal distribution. `elo` is not 0 and finite. Nullopt if it is more than 10^15.
std::optional<std::uint64_t> units_needed(double elo, const UnitSpread& spread,
                                          const PowerOptions& options);

}  // namespace schiri::rating
