#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/rating/tests/match_stats.h"

namespace schiri::rating {

/// A test of a fixed number of games: is the first player stronger than the second (or, two-sided,
/// is one of them)?
struct PowerOptions {
  double alpha = 0.05;  ///< chance to say so of equal players
  double power = 0.8;   ///< chance to say so of players who differ as much as asked
  bool two_sided = false;
};

/// How much the score of one unit (a game, or a pair scored from 0 to 1) varies.
struct UnitSpread {
  double equal = 0;      ///< standard deviation between equal players
  double different = 0;  ///< between those who differ
};

/// The spread of games with this share of draws (from 0 to 1) if the first player is this much
/// stronger, in logistic Elo. Nothing if such a score leaves no room for so many draws.
std::optional<UnitSpread> spread_of_games(double elo, double draw_rate);
/// The spread of known results. Nothing if they are all the same.
std::optional<UnitSpread> spread_of(const MatchCounts& counts);

/// What is wrong with the options, for the user; nothing if all is well.
std::optional<std::string> complaint_about(const PowerOptions& options);

/// How many units it takes, rounded up: ((z_alpha s0 + z_power s1) / (score - 1/2))^2 by the normal
/// distribution. `elo` is not 0 and finite. Nothing if these are more than 10^15.
std::optional<std::uint64_t> units_needed(double elo, const UnitSpread& spread,
                                          const PowerOptions& options);

}  // namespace schiri::rating
