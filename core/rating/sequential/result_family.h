#pragma once

#include <cstddef>
#include <vector>

#include "core/rating/sequential/match_stats.h"

// The results that players of any strength have, as far as a match shows. For the estimate after a
// sequential test.
namespace schiri::rating {

/// An exponential family of distributions of a unit's results: q_i e^(t i), normalised, with the
/// results numbered from 0 (worst). In games it is Davidson's model with a fixed rate of draws; t
/// is the strength.
class ResultFamily {
 public:
  /// `base`: the member with t = 0; all chances positive, their sum 1.
  explicit ResultFamily(std::vector<double> base) : base_(std::move(base)) {}

  const std::vector<double>& base() const { return base_; }
  /// The number of the best result.
  std::size_t most() const { return base_.size() - 1; }
  /// The chances of the member with this t.
  std::vector<double> at(double t) const;
  /// The logarithm of the sum of q_i e^(t i).
  double log_sum(double t) const;
  /// The t of the member with this mean score, from 0 to 1.
  double with_score(double score) const;
  /// The family whose results are further apart if `more` is positive, closer if it is negative:
  /// q_i e^(more v_i), where v_i is 1 for the worst and the best result, 0 for the middle one.
  ResultFamily spread(double more) const;

 private:
  std::vector<double> base_;
};

/// The results as a family, with those of two and a half units added that are pairs of independent
/// games, or games, with the score and the draws that the results suggest: results that have not
/// occurred may occur.
ResultFamily likely_family(const MatchCounts& counts);
/// The number of units in `likely_family`.
double likely_units(const MatchCounts& counts);

/// The results of a pair of independent games; `game`: chances of a loss, a draw and a win.
std::vector<double> independent_pair(const std::vector<double>& game);

}  // namespace schiri::rating
