#pragma once

#include <functional>
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

  double mean() const {
    return expectation([](double score) { return score; });
  }
  double variance() const {
    const double centre = mean();
    return expectation([&](double score) { return (score - centre) * (score - centre); });
  }
  double expectation(const std::function<double(double)>& value) const {
    double sum = 0;
    for (std::size_t i = 0; i < scores.size(); ++i) sum += chances[i] * value(scores[i]);
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
