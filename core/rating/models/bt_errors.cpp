#include "core/rating/models/bt_errors.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/rating/numerics/pair_solver.h"
#include "core/rating/numerics/pair_variances.h"

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

/// Without the full inverse.
FitVariances sparse_variances(const DavidsonFit& fit, const std::optional<PairMatrix>& variation,
                              std::size_t most_dense) {
  std::vector<double> values = variation ? centred_sandwich(fit.information, *variation, most_dense)
                                         : centred_variances(fit.information, most_dense);
  if (values.empty()) return {};
  return from_diagonal(std::move(values), fit.information.ratings());
}

}  // namespace

FitVariances variances_of(const DavidsonModel& model, const DavidsonFit& fit,
                          const DavidsonPriors& priors, std::size_t dense_limit,
                          bool with_covariance) {
  std::optional<PairMatrix> variation;
  if (model.has_pairs()) variation = variation_of(model, fit, priors);
  const std::size_t most_dense = std::min(dense_limit, most_inverted);
  const bool is_dense = model.players() <= (with_covariance ? dense_limit : most_dense);
  FitVariances variances = is_dense ? dense_variances(fit, variation, with_covariance)
                                    : sparse_variances(fit, variation, most_dense);
  variances.degrees = degrees_of(model, fit);
  return variances;
}

std::optional<EstimatedVariance> advantage_by_opening(const DavidsonModel& model,
                                                      const DavidsonFit& fit,
                                                      const DavidsonPriors& priors,
                                                      std::span<const OpeningCount> openings,
                                                      std::size_t dense_limit) {
  const std::size_t n = model.players();
  std::vector<double> right(fit.information.size());
  right[n] = 1;
  const std::vector<double> direction = PairSolver(dense_limit).solve(fit.information, right);
  std::vector<double> sums, games;
  for (std::size_t i = 0; i < openings.size(); ++i) {
    if (i == 0 || openings[i].opening != openings[i - 1].opening) {
      sums.push_back(0);
      games.push_back(0);
    }
    sums.back() += model.slope(fit.parameters, direction, openings[i].games);
    games.back() += static_cast<double>(openings[i].games.results.games());
  }
  if (sums.size() < 2) return std::nullopt;
  const auto count = static_cast<double>(sums.size());
  const double all = std::accumulate(games.begin(), games.end(), 0.0);
  double prior =
      priors.shared_precision * (direction[n] * direction[n] + direction[n + 1] * direction[n + 1]);
  for (std::size_t i = 0; i < n; ++i) {
    prior += priors.rating_precision * direction[i] * direction[i];
  }
  return EstimatedVariance{count / (count - 1) * dot(sums, sums) + prior,
                           all * all / dot(games, games) - 1};
}

}  // namespace schiri::rating
