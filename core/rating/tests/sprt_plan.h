#pragma once

#include <optional>

#include "core/rating/tests/sprt.h"
#include "core/rating/tests/sprt_model.h"

/// What a sequential test takes, before it begins and while it runs. Used by `schiri stats plan`
/// and by live displays.
namespace schiri::rating {

/// The end of a sequential test. A unit is a pair of games, or a game if the test has no pairs.
struct SprtForecast {
  double pass = 0;     ///< probability that H1 is accepted
  double units = 0;    ///< expected number of units
  double units95 = 0;  ///< number of units that is sufficient with a probability of 95 %
};

/// The results of a unit if the first player has this strength, in the Elo of the test's model: of
/// the distributions with this strength, the one under which `seen` is most likely. A quarter of a
/// result is added to each cell, because a result that has not occurred may occur. Nullopt if no
/// distribution is found, as for a normalized Elo of several hundreds.
std::optional<Distribution> results_at(const MatchCounts& seen, double elo, SprtModel model);
/// The results of a pair of independent games. `draw_rate`: the share of draws between equal
/// players, from 0 to less than 1. Nullopt as above.
std::optional<Distribution> pair_results_at(double draw_rate, double elo, SprtModel model);

/// What a test takes if the results of its units have this distribution. The log-likelihood ratio
/// is approximated by Brownian motion with the mean and variance of ln(p1/p0) of a unit, where p0
/// and p1 are the most likely distributions under H0 and H1. The bounds are moved out by the
/// expected overshoot of a step, 0.583 standard deviations (D. Siegmund, "Corrected diffusion
/// approximations in certain random walk problems", 1979). `pass` and `units` are those of Wald's
/// identities for the steps themselves. Requires valid options.
///
/// In simulations of tests of 30 units or more, `pass` is right within 0.03 and the numbers within
/// 10 %; in shorter tests with steps near the bounds, within 0.05 and 25 %.
SprtForecast sprt_plan(const Distribution& truth, const SprtOptions& options);

/// What a running test still takes: the units after `counts`. The forecasts of possible strengths
/// are averaged with the weights of their posterior (predictive power; D. Spiegelhalter, L.
/// Freedman and P. Blackburn 1986). Prior: normal, around the middle of the hypotheses, with a
/// standard deviation of their distance. After a decision `pass` is 0 or 1, and no units remain.
/// Requires valid options.
SprtForecast sprt_forecast(const MatchCounts& counts, const SprtOptions& options);

}  // namespace schiri::rating
