#include "core/rating/models/bt_errors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/rating/numerics/distributions.h"
#include "core/rating/numerics/pair_solver.h"

namespace schiri::rating {

namespace {

/// The variance of the posterior's score: the units' scores and the priors' own precision.
PairMatrix variation_of(const DavidsonModel& model, const DavidsonFit& fit,
                        const DavidsonPriors& priors) {
  PairMatrix variation = model.score_variation(fit.parameters);
  variation.add_diagonal(priors.rating_precision);
  variation.add_corner({priors.shared_precision, 0, priors.shared_precision});
  for (const DavidsonPriors::Distance& one : priors.distances) {
    variation.add(one.i, one.j, one.precision, {});
  }
  if (!priors.fit_advantage) variation.fix(0);
  if (!model.has_draws()) variation.fix(1);
  return variation;
}

std::vector<double> diagonal(const SquareMatrix& matrix) {
  std::vector<double> values(matrix.size());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = matrix.at(i, i);
  return values;
}

FitVariances from_diagonal(std::vector<double> values, std::size_t ratings) {
  FitVariances variances;
  variances.advantage = values[ratings];
  values.resize(ratings);
  variances.ratings = std::move(values);
  return variances;
}

std::vector<double> ratings_block(const SquareMatrix& matrix, std::size_t ratings) {
  std::vector<double> block(ratings * ratings);
  for (std::size_t i = 0; i < ratings; ++i) {
    std::copy_n(matrix.row(i), ratings, block.data() + i * ratings);
  }
  return block;
}

/// The ratings' block of inverse * middle * inverse.
std::vector<double> sandwich_block(const SquareMatrix& inverse, const PairMatrix& middle) {
  const std::size_t n = middle.ratings(), size = middle.size();
  std::vector<double> block(n * n), image(size);
  for (std::size_t i = 0; i < n; ++i) {
    middle.multiply({inverse.row(i), size}, image);
    for (std::size_t j = 0; j < n; ++j) {
      block[i * n + j] = dot(image, {inverse.row(j), size});
    }
  }
  return block;
}

FitVariances dense_variances(const DavidsonFit& fit, const std::optional<PairMatrix>& variation,
                             bool with_covariance) {
  const std::size_t n = fit.information.ratings();
  const auto inverse = centred_inverse(fit.information);
  if (!inverse) return {};
  FitVariances variances = from_diagonal(
      variation ? variation->quadratic_forms(inverse->values(), inverse->stride(), inverse->size())
                : diagonal(*inverse),
      n);
  if (with_covariance) {
    variances.covariance =
        variation ? sandwich_block(*inverse, *variation) : ratings_block(*inverse, n);
  }
  return variances;
}

/// The degrees of freedom of each player's units, minus those used by the fit.
std::vector<double> degrees_of(const DavidsonModel& model, const DavidsonFit& fit) {
  const double used = (static_cast<double>(model.players()) - 1) / model.units();
  std::vector<double> degrees;
  for (const auto& own : model.own_units(fit.parameters)) {
    degrees.push_back(std::max(1.0, own.degrees() * (1 - std::min(1.0, used))));
  }
  return degrees;
}

/// The inverse column by column, each by conjugate gradients.
FitVariances sparse_variances(const DavidsonFit& fit, const std::optional<PairMatrix>& variation) {
  const std::size_t n = fit.information.ratings(), size = fit.information.size();
  constexpr double tolerance = 1e-4;
  PairSolver solver(0);
  std::vector<double> values(size), unit(size);
  for (std::size_t i = 0; i <= n; ++i) {
    std::fill(unit.begin(), unit.end(), 0.0);
    if (i < n) std::fill_n(unit.begin(), n, -1 / static_cast<double>(n));
    unit[i] += 1;
    const std::vector<double> column = solver.solve(fit.information, unit, tolerance);
    values[i] = variation ? variation->quadratic_forms(column, 1, 1)[0] : column[i];
  }
  return from_diagonal(std::move(values), n);
}

}  // namespace

FitVariances variances_of(const DavidsonModel& model, const DavidsonFit& fit,
                          const DavidsonPriors& priors, std::size_t dense_limit,
                          bool with_covariance) {
  std::optional<PairMatrix> variation;
  if (model.has_pairs()) variation = variation_of(model, fit, priors);
  FitVariances variances = model.players() <= dense_limit
                               ? dense_variances(fit, variation, with_covariance)
                               : sparse_variances(fit, variation);
  variances.degrees = degrees_of(model, fit);
  return variances;
}

double EstimatedVariance::half_interval() const {
  return t95(degrees) * std::sqrt(std::max(variance, 0.0));
}

namespace {

/// Fewer openings do not tell how much openings differ.
constexpr double least_openings = 10;

/// Sums over the openings.
struct OpeningSums {
  std::vector<double> scores;
  std::vector<double> games;

  double count() const { return static_cast<double>(scores.size()); }
  /// The number of openings of equal weight, by L. Kish's formula.
  double effective() const {
    const double all = std::accumulate(games.begin(), games.end(), 0.0);
    return games.empty() ? 0 : all * all / dot(games, games);
  }
};

OpeningSums sums_by_opening(const DavidsonModel& model, std::span<const double> parameters,
                            std::span<const double> direction,
                            std::span<const OpeningCount> openings) {
  OpeningSums sums;
  for (std::size_t i = 0; i < openings.size(); ++i) {
    if (i == 0 || openings[i].opening != openings[i - 1].opening) {
      sums.scores.push_back(0);
      sums.games.push_back(0);
    }
    sums.scores.back() += model.slope(parameters, direction, openings[i].games);
    sums.games.back() += real(openings[i].games.results.games());
  }
  return sums;
}

/// The variance of the priors' score along a direction.
double variance_of_priors(const DavidsonPriors& priors, std::span<const double> direction) {
  const std::size_t n = direction.size() - PairMatrix::shared;
  const std::span<const double> ratings = direction.first(n), shared = direction.subspan(n);
  return priors.rating_precision * dot(ratings, ratings) +
         priors.shared_precision * dot(shared, shared);
}

/// By how much residuals are too small because the ratings follow them: a rating takes the variance
/// of one single game; in a pair both colours cancel out.
double inflation_by_ratings(const DavidsonModel& model) {
  const double ratings = static_cast<double>(model.players()) * model.single_games();
  const double left = 1 - ratings / (model.games() * model.games());
  return 1 / std::max(left, 1 / model.games());
}

}  // namespace

std::optional<EstimatedVariance> advantage_variance(const DavidsonModel& model,
                                                    const DavidsonFit& fit,
                                                    const DavidsonPriors& priors,
                                                    std::span<const OpeningCount> openings,
                                                    double by_units, std::size_t dense_limit) {
  const std::size_t n = model.players();
  std::vector<double> right(fit.information.size());
  right[n] = 1;
  const std::vector<double> direction = PairSolver(dense_limit).solve(fit.information, right);
  double squares = by_units, count = model.units(), effective = count, prior = 0;
  if (!openings.empty()) {
    const OpeningSums sums = sums_by_opening(model, fit.parameters, direction, openings);
    squares = dot(sums.scores, sums.scores);
    count = sums.count();
    effective = sums.effective();
    prior = variance_of_priors(priors, direction);
  }
  if (effective < least_openings) return std::nullopt;
  const EstimatedVariance seen{
      std::max(count / (count - 1), inflation_by_ratings(model)) * squares + prior, effective - 1};
  // Openings never make games less uncertain than if these were independent.
  const EstimatedVariance independent{direction[n], std::numeric_limits<double>::infinity()};
  return seen.half_interval() > independent.half_interval() ? seen : independent;
}

}  // namespace schiri::rating
