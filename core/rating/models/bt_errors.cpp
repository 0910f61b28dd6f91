#include "core/rating/models/bt_errors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/rating/numerics/distributions.h"
#include "core/rating/numerics/pair_solver.h"
#include "core/rating/numerics/pair_variances.h"

namespace schiri::rating {

namespace {

/// The variance of the posterior's score: the units' scores and the priors' own precision.
DavidsonModel::Matrix variation_of(const DavidsonModel& model, const DavidsonFit& fit,
                                   const DavidsonPriors& priors) {
  DavidsonModel::Matrix all = model.score_variation(fit.parameters);
  PairMatrix& variation = all.others;
  variation.add_diagonal(priors.rating_precision);
  variation.add_corner({priors.shared_precision, 0, priors.shared_precision});
  for (const DavidsonPriors::Distance& one : priors.distances) {
    variation.add(one.i, one.j, one.precision, {});
  }
  if (!priors.fit_advantage) variation.fix(0);
  if (!model.has_draws()) variation.fix(1);
  if (!model.has_opening_effects()) return all;
  all.sd += precision_of(shared_sd);
  if (!model.has_draws()) all.with_sd[model.players() + 1] = 0;
  return all;
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

/// Without the full inverse.
FitVariances sparse_variances(const DavidsonFit& fit, const std::optional<PairMatrix>& variation,
                              std::size_t most_dense, std::span<const std::size_t> ranking) {
  PairVariances found = variation
                            ? centred_sandwich(fit.information, *variation, most_dense, ranking)
                            : centred_variances(fit.information, most_dense, ranking);
  if (found.diagonal.empty()) return {};
  FitVariances variances = from_diagonal(std::move(found.diagonal), fit.information.ratings());
  variances.steps = std::move(found.steps);
  return variances;
}

/// How the other parameters follow the openings' standard deviation.
struct OpeningResponse {
  std::vector<double> others;  ///< their change when it grows by 1, sign reversed
  double variance;             ///< of the standard deviation, by the information
};

OpeningResponse response_to_openings(const DavidsonFit& fit, std::size_t dense_limit) {
  OpeningResponse response{PairSolver(dense_limit).solve(fit.information, fit.with_sd), 0};
  response.variance = 1 / (fit.sd - dot(response.others, fit.with_sd));
  return response;
}

/// Adds what the uncertainty of the openings' standard deviation contributes: the inverse of all
/// parameters' information is that of the others plus w w' v, where w is their response and v the
/// variance.
void add_uncertain_openings(const DavidsonModel& model, const DavidsonFit& fit,
                            const std::optional<DavidsonModel::Matrix>& variation,
                            std::size_t dense_limit, std::span<const std::size_t> ranking,
                            FitVariances& variances) {
  const std::size_t n = model.players();
  const OpeningResponse openings = response_to_openings(fit, dense_limit);
  const std::vector<double>& response = openings.others;
  const double variance = openings.variance;
  if (!(variance > 0)) return;
  std::vector<double> covariance(response.size());
  double own = 1 / variance;
  if (variation) {
    std::vector<double> image(response.size());
    variation->others.multiply(response, image);
    own = dot(response, image) - 2 * dot(response, variation->with_sd) + variation->sd;
    for (std::size_t i = 0; i < image.size(); ++i) image[i] -= variation->with_sd[i];
    covariance = PairSolver(dense_limit).solve(fit.information, image);
  }
  const auto added = [&](std::size_t i, std::size_t j) {
    return variance * (response[i] * covariance[j] + response[j] * covariance[i] +
                       variance * own * response[i] * response[j]);
  };
  for (std::size_t i = 0; i < n; ++i) variances.ratings[i] += added(i, i);
  variances.advantage += added(n, n);
  for (std::size_t i = 0; i < variances.covariance.size(); ++i) {
    variances.covariance[i] += added(i / n, i % n);
  }
  for (std::size_t k = 0; k < variances.steps.size(); ++k) {
    const std::size_t i = ranking[k], j = ranking[k + 1];
    variances.steps[k] += added(i, i) + added(j, j) - 2 * added(i, j);
  }
}

}  // namespace

FitVariances variances_of(const DavidsonModel& model, const DavidsonFit& fit,
                          const DavidsonPriors& priors, std::size_t dense_limit,
                          bool with_covariance, std::span<const std::size_t> ranking) {
  std::optional<DavidsonModel::Matrix> all;
  std::optional<PairMatrix> variation;
  if (model.has_pairs()) {
    all = variation_of(model, fit, priors);
    variation = all->others;
  }
  const std::size_t most_dense = std::min(dense_limit, most_inverted);
  const bool is_dense = model.players() <= (with_covariance ? dense_limit : most_dense);
  FitVariances variances = is_dense ? dense_variances(fit, variation, with_covariance, ranking)
                                    : sparse_variances(fit, variation, most_dense, ranking);
  if (model.has_opening_effects() && !variances.ratings.empty()) {
    add_uncertain_openings(model, fit, all, dense_limit, ranking, variances);
  }
  variances.degrees = degrees_of(model, fit);
  return variances;
}

double EstimatedVariance::half_interval() const {
  return t95(degrees) * std::sqrt(std::max(variance, 0.0));
}

namespace {

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
  while (!openings.empty()) {
    const auto end = std::find_if(openings.begin(), openings.end(), [&](const OpeningCount& one) {
      return one.opening != openings.front().opening;
    });
    const auto own = openings.first(static_cast<std::size_t>(end - openings.begin()));
    sums.scores.push_back(model.slope(parameters, direction, own));
    double games = 0;
    for (const OpeningCount& one : own) games += real(one.games.results.games());
    sums.games.push_back(games);
    openings = openings.subspan(own.size());
  }
  return sums;
}

/// The response of all parameters to a score of White's advantage.
std::vector<double> direction_of_advantage(const DavidsonModel& model, const DavidsonFit& fit,
                                           std::size_t dense_limit) {
  const std::size_t n = model.players();
  std::vector<double> right(fit.information.size());
  right[n] = 1;
  std::vector<double> direction = PairSolver(dense_limit).solve(fit.information, right);
  if (!model.has_opening_effects()) return direction;
  const auto [response, variance] = response_to_openings(fit, dense_limit);
  const double change = variance * response[n];
  for (std::size_t i = 0; i < response.size(); ++i) direction[i] += change * response[i];
  direction.push_back(-change);
  return direction;
}

/// The variance of the priors' score along a direction.
double variance_of_priors(const DavidsonPriors& priors, std::span<const double> direction,
                          std::size_t players) {
  const std::span<const double> ratings = direction.first(players),
                                shared = direction.subspan(players, PairMatrix::shared),
                                openings = direction.subspan(players + PairMatrix::shared);
  return priors.rating_precision * dot(ratings, ratings) +
         priors.shared_precision * dot(shared, shared) +
         precision_of(shared_sd) * dot(openings, openings);
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
  const std::vector<double> direction = direction_of_advantage(model, fit, dense_limit);
  double squares = by_units, count = model.units(), effective = count, prior = 0;
  if (!openings.empty()) {
    const OpeningSums sums = sums_by_opening(model, fit.parameters, direction, openings);
    squares = dot(sums.scores, sums.scores);
    count = sums.count();
    effective = sums.effective();
    prior = variance_of_priors(priors, direction, model.players());
  }
  if (effective < least_openings) return std::nullopt;
  const EstimatedVariance seen{
      std::max(count / (count - 1), inflation_by_ratings(model)) * squares + prior, effective - 1};
  // Openings never make games less uncertain than if these were independent.
  const EstimatedVariance independent{direction[model.players()],
                                      std::numeric_limits<double>::infinity()};
  return seen.half_interval() > independent.half_interval() ? seen : independent;
}

}  // namespace schiri::rating
