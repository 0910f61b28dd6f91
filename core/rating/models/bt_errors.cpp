#include "core/rating/models/bt_errors.h"

#include <algorithm>
#include <limits>
#include <numeric>

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

/// The variances of the differences of neighbours: x'Mx, where x is the difference of two columns
/// of the inverse.
std::vector<double> step_forms(const SquareMatrix& inverse, const PairMatrix& middle,
                               std::span<const std::size_t> ranking) {
  constexpr std::size_t most_columns = 256;  // of a full matrix, to save memory
  std::vector<double> steps, columns;
  for (std::size_t begin = 0; begin + 1 < ranking.size(); begin += most_columns) {
    const std::size_t width = std::min(most_columns, ranking.size() - 1 - begin);
    columns.resize(inverse.size() * width);
    for (std::size_t row = 0; row < inverse.size(); ++row) {
      const double* const from = inverse.row(row);
      for (std::size_t k = 0; k < width; ++k) {
        columns[row * width + k] = from[ranking[begin + k]] - from[ranking[begin + k + 1]];
      }
    }
    const std::vector<double> forms = middle.quadratic_forms(columns, width, width);
    steps.insert(steps.end(), forms.begin(), forms.end());
  }
  return steps;
}

std::vector<double> step_variances(const SquareMatrix& inverse,
                                   const std::optional<PairMatrix>& variation,
                                   std::span<const std::size_t> ranking) {
  if (variation) return step_forms(inverse, *variation, ranking);
  std::vector<double> steps;
  for (std::size_t k = 0; k + 1 < ranking.size(); ++k) {
    const std::size_t i = ranking[k], j = ranking[k + 1];
    steps.push_back(inverse.at(i, i) + inverse.at(j, j) - 2 * inverse.at(i, j));
  }
  return steps;
}

FitVariances dense_variances(const DavidsonFit& fit, const std::optional<PairMatrix>& variation,
                             bool with_covariance, std::span<const std::size_t> ranking) {
  const std::size_t n = fit.information.ratings();
  const auto inverse = centred_inverse(fit.information);
  if (!inverse) return {};
  FitVariances variances = from_diagonal(
      variation ? variation->quadratic_forms(inverse->values(), inverse->stride(), inverse->size())
                : diagonal(*inverse),
      n);
  variances.steps = step_variances(*inverse, variation, ranking);
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
                          bool with_covariance, std::span<const std::size_t> ranking) {
  std::optional<PairMatrix> variation;
  if (model.has_pairs()) variation = variation_of(model, fit, priors);
  FitVariances variances = model.players() <= dense_limit
                               ? dense_variances(fit, variation, with_covariance, ranking)
                               : sparse_variances(fit, variation);
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
