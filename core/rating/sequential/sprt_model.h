#pragma once

#include <numeric>
#include <utility>
#include <vector>

#include "core/rating/sequential/sprt.h"

// The model of results of the sequential test, for the test itself and for the estimate after it.
namespace schiri::rating {

/// A distribution over the possible scores of a unit.
struct Distribution {
  std::vector<double> scores;
  std::vector<double> chances;

  /// Normalises the probabilities to sum 1. Returns their previous sum.
  double normalise() {
    const double sum = std::accumulate(chances.begin(), chances.end(), 0.0);
    for (double& chance : chances) chance /= sum;
    return sum;
  }
};

/// The results as frequencies, cells without a result as 1e-3; and their total number. `counts`: of
/// each result, worst first.
std::pair<Distribution, double> observed(std::vector<double> counts);

/// The most likely distribution under a strength in logistic Elo.
std::vector<double> under_logistic(const Distribution& seen, double elo);
/// The most likely distribution under a strength of the model; `pairs`: the results are those of
/// pairs of games.
std::vector<double> under(const Distribution& seen, double elo, bool pairs, SprtModel model);
/// The logarithms of the ratios by which each result of a unit changes the likelihoods, H1 to H0,
/// if the results have this distribution.
std::vector<double> log_ratios(const Distribution& truth, const SprtOptions& options);
/// The share of one unit in the log-likelihood ratio of H1 to H0 if the results have these
/// frequencies.
double unit_llr(const Distribution& seen, const SprtOptions& options);

}  // namespace schiri::rating
