#pragma once

#include <numeric>
#include <utility>
#include <vector>

#include "core/rating/tests/sprt.h"

// What the sequential test supposes of results, for the test itself and for what is estimated after
// it.
namespace schiri::rating {

/// A distribution over the possible scores of a unit.
struct Distribution {
  std::vector<double> scores;
  std::vector<double> chances;

  /// Makes the chances sum to 1. Returns what they summed to.
  double normalise() {
    const double sum = std::accumulate(chances.begin(), chances.end(), 0.0);
    for (double& chance : chances) chance /= sum;
    return sum;
  }
};

/// The results as frequencies, cells without a result as 1e-3; and how many there are then.
std::pair<Distribution, double> observed(const MatchCounts& counts);

/// The most likely distribution under a strength in logistic Elo.
std::vector<double> under_logistic(const Distribution& seen, double elo);
/// The most likely distribution under a strength of the model; `pairs`: the results are those of
/// pairs of games.
std::vector<double> under(const Distribution& seen, double elo, bool pairs, SprtModel model);

}  // namespace schiri::rating
