#pragma once

#include <cstdint>
#include <optional>

#include "core/rating/sequential/sprt.h"
#include "core/rating/sequential/sprt_model.h"

/// What a sequential test takes, before it begins and while it runs, by simulating it. Used by
/// `schiri stats plan` and by live displays.
namespace schiri::rating {

/// A simulated figure with its Monte-Carlo error, half of a 95 % interval.
struct SimulatedFigure {
  double value = 0;
  double error = 0;
};

/// The end of a sequential test. A unit is a pair of games, or a game if the test has no pairs.
struct SprtForecast {
  SimulatedFigure pass;     ///< probability that H1 is accepted
  SimulatedFigure units;    ///< expected number of units
  SimulatedFigure units95;  ///< number of units that is sufficient with a probability of 95 %
};

/// The results of a unit if the first player has this strength, in the Elo of the test's model: of
/// the distributions with this strength, the one under which `seen` is most likely. A quarter of a
/// result is added to each cell, because a result that has not occurred may occur. Nullopt if no
/// distribution is found, as for a normalized Elo of several hundreds.
std::optional<Distribution> results_at(const MatchCounts& seen, double elo, SprtModel model);
/// The results of a pair of independent games. `draw_rate`: the share of draws between equal
/// players, from 0 to less than 1. Nullopt as above.
std::optional<Distribution> pair_results_at(double draw_rate, double elo, SprtModel model);

/// Simulates so many tests whose units have these results, by the exact log-likelihood ratio of
/// `sprt`. The same seed gives the same figures. While neither bound can be reached for some units,
/// these are drawn together: those that may pass a bound and come back have a probability below
/// 1e-4. Tests that take more than 10^15 units count as undecided. Requires valid options.
SprtForecast sprt_plan(const Distribution& truth, const SprtOptions& options, std::uint64_t tests,
                       std::uint64_t seed);

/// What a running test still takes: the units after `counts`. The strengths of the simulated tests
/// are spread over their posterior (predictive power; D. Spiegelhalter, L. Freedman and P.
/// Blackburn 1986). Prior: normal, around the middle of the hypotheses, with a standard deviation
/// of their distance. After a decision `pass` is 0 or 1, and no units remain. Requires valid
/// options.
SprtForecast sprt_forecast(const MatchCounts& counts, const SprtOptions& options);

}  // namespace schiri::rating
