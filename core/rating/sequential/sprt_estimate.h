#pragma once

#include <optional>
#include <vector>

#include "core/rating/sequential/sprt.h"
#include "core/rating/sequential/sprt_walk.h"

namespace schiri::rating {

/// The outcomes that a sequential test could have had instead of the observed one, within the same
/// number of units, and how they compare with it: by the mean score at the end of the test. A test
/// that decides early for H1 has a high mean, one that decides early for H0 a low one. For each
/// family of results the probability of an outcome at least as high rises with the strength: its
/// derivative is E[(points - units mean) 1], which Wald's identity shows to be positive.
///
/// The family of the results is known only from the counts. Three are averaged, whose results are
/// about as far apart as the observed ones, further and closer, with the weights of their
/// likelihoods. A test tends to stop while the variance of its results is too small, which both the
/// families and the rule of the test take into account (`variance_units`).
class SprtOutcomes {
 public:
  /// Requires results and valid options.
  SprtOutcomes(const MatchCounts& counts, const SprtOptions& options);

  /// The probabilities of outcomes above the observed one, and equal to it.
  struct Comparison {
    double above = 0;
    double equal = 0;
    /// Equal ones count as half.
    double as_high() const { return above + equal / 2; }
  };
  /// If the first player has this strength, in logistic Elo.
  Comparison compare(double elo) const;

 private:
  /// A family with all courses of a test.
  struct Courses {
    double log_prior = 0;
    ResultFamily family;
    LlrCurve curve;
    SprtWalk walk;
  };

  void add_courses(const ResultFamily& family, double log_prior);
  Comparison compare(const Courses& courses, double t) const;
  double rest_above(const Courses& courses, double t) const;
  double decisive_units(double overshoot) const;
  double log_likelihood(const std::vector<double>& chances) const;

  SprtOptions options_;
  std::uint64_t units_;
  std::int64_t points_ = 0;
  double llr_;
  double variance_units_ = 0;
  LlrBounds bounds_;
  double likely_units_;
  ResultFamily seen_;
  std::vector<Courses> courses_;
};

/// The strength of the first player of a sequential test, in logistic Elo whatever the test's
/// model.
struct SprtEstimate {
  /// Median-unbiased: the truth is as often above it as below. Nullopt if it is beyond 2000.
  std::optional<double> elo;
  /// Bounds of the 95 % interval; nullopt if it is open.
  std::optional<double> low;
  std::optional<double> high;

  /// Half of the interval; nullopt unless both bounds exist.
  std::optional<double> error() const;
};

/// The estimate after a test that has stopped, or ran out of games, with these counts. Stopping on
/// a good result overstates the first player; so the estimate is the strength for which the test,
/// within as many units, has a mean score above the observed one with probability 1/2, and its
/// interval has the strengths with 1/40 and 39/40; an equal mean counts as half. Outcomes are
/// ordered by their mean scores (S. Emerson and T. Fleming, "Parameter estimation following group
/// sequential hypothesis testing", 1990), which ranks an early H1 above a late one, that above
/// undecided outcomes, and an early H0 lowest. All courses of the test are followed unit by unit
/// under its rule, and continued by Brownian motion after thousands of units (`walk_sprt`,
/// `SprtOutcomes`).
///
/// `elo` and `high` are nullopt if all points were made, `elo` and `low` if none were, and all are
/// without results.
///
/// The spread of the results is estimated, too. In simulations of some 25 designs with bounds 20 to
/// 200 Elo apart the estimate was above the truth in 46 to 57 % of the tests, and the interval
/// covered the truth in 93 to 98 %.
SprtEstimate sprt_estimate(const MatchCounts& counts, const SprtOptions& options);

}  // namespace schiri::rating
