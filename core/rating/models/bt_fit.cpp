#include "core/rating/models/bt_fit.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/rating/games/player_sort.h"
#include "core/rating/numerics/distributions.h"
#include "core/rating/numerics/newton.h"
#include "core/rating/numerics/scale.h"

namespace schiri::rating {

namespace {

/// The prior on the prior's variance: this many players with this standard deviation.
constexpr double assumed_players = 2;
constexpr double assumed_sd = 200 * natural_per_point;

/// Games without draws that are assumed in addition, so that a few draws do not make all results
/// look certain; and the games of a whole pool that the draws of two players are weighed with.
constexpr double assumed_decisive = 2;
constexpr double assumed_draw_games = 10;
/// Pairs of games that are assumed to be as variable as two games.
constexpr double assumed_pairs = 20;

/// The factor of the variance in the logistic function's mean over normal errors (J. MacKay 1992).
constexpr double logistic_variance = 0.3457;

double squared(double value) { return value * value; }

/// The logistic function of a lead: the expected points of White, and their derivative.
struct Chance {
  explicit Chance(double lead) : small(std::exp(-std::abs(lead))) {
    const double share = 1 / (1 + small);
    points = lead >= 0 ? share : small * share;
    weight = small * share * share;
  }
  double small;
  double points;
  double weight;
};

double mean(const double* values, std::size_t count) {
  return std::accumulate(values, values + count, 0.0) / static_cast<double>(count);
}

void add_single(Encounter& one, const ColourCount& single, std::size_t white) {
  one.games[white] += real(single.results.games());
  one.points[white] += single.results.points();
  one.draws += real(single.results.draws);
}

Encounter of_single(const ColourCount& single) {
  const bool swapped = single.white > single.black;
  Encounter one{std::min(single.white, single.black), std::max(single.white, single.black)};
  add_single(one, single, swapped);
  return one;
}

Encounter of_pairs(const PairCount& pair) {
  Encounter one{pair.first, pair.second};
  add_single(one, {pair.first, pair.second, pair.first_white()}, 0);
  add_single(one, {pair.second, pair.first, pair.second_white()}, 1);
  one.pairs = real(pair.pairs());
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) {
      // Half points of White's results 0, 1, 2 are 2, 1, 0.
      const double difference = (real(column) - real(row)) / 2;
      one.differences += real(pair.cells[row][column]) * difference;
      one.squared_differences += real(pair.cells[row][column]) * squared(difference);
    }
  }
  return one;
}

void merge(Encounter& into, const Encounter& from) {
  for (std::size_t white = 0; white < 2; ++white) {
    into.games[white] += from.games[white];
    into.points[white] += from.points[white];
  }
  into.draws += from.draws;
  into.pairs += from.pairs;
  into.differences += from.differences;
  into.squared_differences += from.squared_differences;
}

}  // namespace

std::vector<Encounter> encounters_of(std::span<const ColourCount> singles,
                                     std::span<const PairCount> pairs) {
  std::vector<Encounter> encounters;
  encounters.reserve(singles.size() + pairs.size());
  std::size_t players = 0;
  for (const ColourCount& single : singles) encounters.push_back(of_single(single));
  for (const PairCount& pair : pairs) encounters.push_back(of_pairs(pair));
  for (const Encounter& one : encounters) players = std::max<std::size_t>(players, one.j + 1);
  sort_by_players(encounters, players, &Encounter::i, &Encounter::j);
  merge_neighbours(
      encounters, [](const auto& a, const auto& b) { return a.i == b.i && a.j == b.j; }, merge);
  return encounters;
}

PoolFit::PoolFit(std::size_t players, std::vector<Encounter> encounters, FitOptions options)
    : players_(players),
      encounters_(std::move(encounters)),
      options_(std::move(options)),
      at_(players + 1) {
  if (options_.prior) prior_variance_ = squared(options_.prior_sd.value_or(assumed_sd));
  // White's advantage may have no finite maximum: a colour never made a point. Such a lead decides
  // every game to working precision.
  constexpr double endless = 25;
  const bool has_maximum = maximise_objective() && std::abs(at_.back()) < endless;
  if (!has_maximum && options_.fits_advantage) {
    fit_.has_advantage_prior = true;
    advantage_precision_ = 1 / squared(advantage_sd);
    std::fill(at_.begin(), at_.end(), 0.0);
    maximise_objective();
  }
  if (!fit_.converged) return;
  if (options_.prior && !options_.prior_sd) estimate_prior();
  fit_.ratings.assign(at_.begin(), at_.end() - 1);
  fit_.advantage = at_.back();
  fit_.prior_sd = std::sqrt(prior_variance_);
  fit_.log_likelihood = there_.of_games;
  double draws = 0, weights = 0;
  for (const Encounter& one : encounters_) draws += one.draws;
  for (const EncounterWeight& one : there_.weights) weights += one.sum();
  fit_.draw_factor = draws > 0 ? std::min(1.0, draws / (4 * weights)) : 0;
}

double PoolFit::lead(const Encounter& one, std::size_t white) const {
  const double ahead = at_[one.i] - at_[one.j];
  return (white == 0 ? ahead : -ahead) + at_.back();
}

double PoolFit::prior_precision() const { return options_.prior ? 1 / prior_variance_ : 0; }

PoolFit::Point PoolFit::evaluate(const std::vector<double>& parameters) const {
  Point point;
  point.gradient.resize(players_ + 1);
  point.weights.resize(encounters_.size());
  const double advantage = parameters.back();
  for (std::size_t e = 0; e < encounters_.size(); ++e) {
    const Encounter& one = encounters_[e];
    point.weights[e] = {one.i, one.j};
    const double ahead = parameters[one.i] - parameters[one.j];
    for (std::size_t white = 0; white < 2; ++white) {
      const double games = one.games[white], points = one.points[white];
      if (games == 0) continue;
      const double lead = (white == 0 ? ahead : -ahead) + advantage;
      const Chance chance(lead);
      // ln(1 - L(lead)), and each point of White adds the lead.
      const double log_loss = std::min(-lead, 0.0) - std::log1p(chance.small);
      point.of_games += games * log_loss + points * lead;
      const double missing = points - games * chance.points;
      point.gradient[white == 0 ? one.i : one.j] += missing;
      point.gradient[white == 0 ? one.j : one.i] -= missing;
      point.gradient.back() += missing;
      point.weights[e].by_white[white] = games * chance.weight;
    }
  }
  point.log_likelihood = point.of_games;
  const auto add_normal = [&](std::size_t parameter, double distance, double precision) {
    point.log_likelihood -= precision * distance * distance / 2;
    point.gradient[parameter] -= precision * distance;
  };
  const double middle = mean(parameters.data(), players_);
  for (std::size_t i = 0; i < players_; ++i) {
    add_normal(i, parameters[i] - middle, prior_precision());
  }
  for (const RatingObservation& one : options_.observations) {
    add_normal(one.player, parameters[one.player] - one.rating, 1 / squared(one.sd));
  }
  add_normal(players_, advantage, advantage_precision_);
  if (!options_.fits_advantage) point.gradient.back() = 0;
  // A constant of all ratings changes nothing; rounding errors must not ask for one.
  if (options_.observations.empty()) centre(std::span(point.gradient).first(players_));
  return point;
}

/// The information, with the priors, times a vector.
std::vector<double> PoolFit::multiply(std::span<const EncounterWeight> weights,
                                      const std::vector<double>& vector) const {
  std::vector<double> result(vector.size());
  const double middle = mean(vector.data(), players_), precision = prior_precision();
  for (std::size_t i = 0; i < players_; ++i) result[i] = precision * (vector[i] - middle);
  for (const RatingObservation& one : options_.observations) {
    result[one.player] += vector[one.player] / squared(one.sd);
  }
  double of_advantage = advantage_precision_ * vector.back();
  for (const EncounterWeight& one : weights) {
    const double sum = one.sum(), tilt = one.tilt();
    const double ahead = vector[one.i] - vector[one.j];
    const double moved = sum * ahead + tilt * vector.back();
    result[one.i] += moved;
    result[one.j] -= moved;
    of_advantage += tilt * ahead + sum * vector.back();
  }
  result.back() = options_.fits_advantage ? of_advantage : vector.back();
  return result;
}

/// Solves by conjugate gradients, preconditioned by the diagonal; the result is a direction of
/// ascent wherever they stop.
std::optional<std::vector<double>> PoolFit::newton_step(const Point& point) const {
  constexpr double accuracy = 1e-16;
  const std::size_t size = players_ + 1, most_steps = 10 * size + 100;
  std::vector<double> diagonal(size, prior_precision());
  diagonal.back() = options_.fits_advantage ? advantage_precision_ : 1;
  for (const RatingObservation& one : options_.observations) {
    diagonal[one.player] += 1 / squared(one.sd);
  }
  for (const EncounterWeight& one : point.weights) {
    diagonal[one.i] += one.sum();
    diagonal[one.j] += one.sum();
    if (options_.fits_advantage) diagonal.back() += one.sum();
  }
  for (const double entry : diagonal) {
    if (!(entry > 0) || !std::isfinite(entry)) return std::nullopt;
  }
  std::vector<double> step(size), residual = point.gradient, led(size);
  const auto precondition = [&] {
    for (std::size_t k = 0; k < size; ++k) led[k] = residual[k] / diagonal[k];
  };
  precondition();
  std::vector<double> direction = led;
  double power = dot(residual, led);
  const double enough = accuracy * power;
  for (std::size_t i = 0; i < most_steps && power > enough; ++i) {
    const std::vector<double> image = multiply(point.weights, direction);
    const double curvature = dot(direction, image);
    if (!(curvature > 0)) break;
    const double length = power / curvature;
    for (std::size_t k = 0; k < size; ++k) {
      step[k] += length * direction[k];
      residual[k] -= length * image[k];
    }
    precondition();
    const double next = dot(residual, led);
    for (std::size_t k = 0; k < size; ++k) direction[k] = led[k] + next / power * direction[k];
    power = next;
  }
  if (options_.observations.empty()) centre(std::span(step).first(players_));
  return step;
}

bool PoolFit::maximise_objective() {
  constexpr double small_step = 1e-9;
  there_ = evaluate(at_);
  fit_.converged = maximise(
      at_, there_, small_step, [&](const auto& parameters) { return evaluate(parameters); },
      [&](const Point& point) { return newton_step(point); });
  if (fit_.converged && options_.observations.empty()) centre(std::span(at_).first(players_));
  return fit_.converged;
}

/// Inverts the information with these weights. A constant of all ratings is held by a term that
/// does not change the differences, unless observations hold it.
bool PoolFit::invert(std::span<const EncounterWeight> weights) {
  const std::size_t n = players_;
  SquareMatrix full(n + 1);
  const auto count = static_cast<double>(n);
  const double precision = prior_precision();
  double total = 0;
  for (const EncounterWeight& one : weights) total += one.sum();
  const double held = precision > 0 ? precision : 2 * total / count;
  const double shared =
      options_.observations.empty() ? (held - precision) / count : -precision / count;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) full.at(i, j) = shared;
    full.at(i, i) += precision;
  }
  for (const RatingObservation& one : options_.observations) {
    full.at(one.player, one.player) += 1 / squared(one.sd);
  }
  full.at(n, n) = advantage_precision_;
  for (const EncounterWeight& one : weights) {
    full.at(one.i, one.i) += one.sum();
    full.at(one.j, one.j) += one.sum();
    full.at(one.j, one.i) -= one.sum();
    if (!options_.fits_advantage) continue;
    full.at(n, one.i) += one.tilt();
    full.at(n, one.j) -= one.tilt();
    full.at(n, n) += one.sum();
  }
  if (!options_.fits_advantage) full.at(n, n) = 1;
  inverse_ = std::move(full);
  return invert_positive_definite(inverse_);
}

/// The variance of a lead by the inverse.
double PoolFit::lead_variance(const Encounter& one, std::size_t white) const {
  const std::size_t i = one.i, j = one.j, n = players_;
  const double ahead = inverse_.at(i, i) + inverse_.at(j, j) - 2 * inverse_.at(i, j);
  if (!options_.fits_advantage) return ahead;
  const double with = 2 * (inverse_.at(n, i) - inverse_.at(n, j));
  return ahead + inverse_.at(n, n) + (white == 0 ? with : -with);
}

/// The weights that are expected where the leads have errors, and the dispersion by draws: if p is
/// White's expected score and d the chance of a draw, the variance of the points is p(1-p) - d/4.
void PoolFit::find_dispersion() {
  const bool has_errors = inverse_.size() > 0;
  double draws = 0, weights = 0;
  expected_.assign(encounters_.size(), {});
  for (std::size_t e = 0; e < encounters_.size(); ++e) {
    const Encounter& one = encounters_[e];
    draws += one.draws;
    expected_[e] = {one.i, one.j};
    for (std::size_t white = 0; white < 2; ++white) {
      if (one.games[white] == 0) continue;
      const double variance = has_errors ? dispersion_ * lead_variance(one, white) : 0;
      const double slope = 1 / std::sqrt(1 + logistic_variance * variance);
      const double weight = one.games[white] * slope * Chance(slope * lead(one, white)).weight;
      expected_[e].by_white[white] = weight;
      weights += weight;
    }
  }
  constexpr double greatest = 0.9;
  dispersion_ = 1 - std::min(greatest, draws / (4 * weights + assumed_decisive));
}

double PoolFit::trace_of_diagonal() const {
  std::vector<double> diagonal(players_, prior_precision());
  for (const RatingObservation& one : options_.observations) {
    diagonal[one.player] += 1 / squared(one.sd);
  }
  for (const EncounterWeight& one : there_.weights) {
    diagonal[one.i] += one.sum();
    diagonal[one.j] += one.sum();
  }
  double trace = 0;
  for (const double entry : diagonal) trace += 1 / entry;
  return trace;
}

/// The sum of the squared distances of the ratings from their mean.
double PoolFit::spread() const {
  const double middle = mean(at_.data(), players_);
  double sum = 0;
  for (std::size_t i = 0; i < players_; ++i) sum += squared(at_[i] - middle);
  return sum;
}

/// The variance of the prior by the ratings and their uncertainty, `trace`. In the units of the
/// quasi-likelihood, which takes games for more random than they are by the dispersion.
double PoolFit::prior_variance(double trace) const {
  const double assumed = assumed_players * squared(assumed_sd);
  return ((assumed + spread()) / dispersion_ + trace) /
         (assumed_players + static_cast<double>(players_) - 1);
}

/// The accuracy of the logarithm of the prior's variance. Its own uncertainty is far greater.
double PoolFit::prior_accuracy() const {
  constexpr std::size_t small = 200;
  return players_ <= small ? 1e-9 : 1e-3;
}

/// Moves the prior's variance to its fixed point, the trace being that of the diagonal times
/// `trace_ratio`, by A. Aitken's extrapolation. Returns by how much its logarithm has moved.
double PoolFit::settle_prior(double trace_ratio) {
  constexpr int most_rounds = 60;
  const double enough = prior_accuracy() / 10;
  const double begin = std::log(prior_variance_);
  const auto next = [&](double logarithm) {
    prior_variance_ = std::exp(logarithm);
    maximise_objective();
    return std::log(prior_variance(trace_ratio * trace_of_diagonal()));
  };
  double at = begin;
  for (int round = 0; round < most_rounds && fit_.converged; ++round) {
    const double one = next(at), two = next(one);
    const double first = one - at, second = two - one, bend = first - second;
    const double jump = bend * first > 0 ? second * second / bend : 0;
    at = two + std::clamp(jump, -3.0, 3.0);
    if (std::abs(second) < enough) break;
  }
  prior_variance_ = std::exp(at);
  maximise_objective();
  return std::abs(at - begin);
}

void PoolFit::estimate_prior() {
  constexpr int most_rounds = 50;
  const bool is_dense = players_ <= most_players_with_errors;
  for (int round = 0; round < most_rounds && fit_.converged; ++round) {
    double ratio = 1;
    if (is_dense && invert(there_.weights)) {
      double trace = 0, all = 0;
      for (std::size_t i = 0; i < players_; ++i) {
        trace += inverse_.at(i, i);
        all += mean(inverse_.row(i), players_);
      }
      ratio = (trace - all) / trace_of_diagonal();
    } else {
      inverse_ = SquareMatrix(0);
    }
    find_dispersion();
    if (settle_prior(ratio) < prior_accuracy()) break;
  }
}

double PoolFit::draw_factor(const Encounter& one) const {
  const auto e = static_cast<std::size_t>(&one - encounters_.data());
  const double weight = 4 * expected_[e].sum();
  constexpr double greatest = 0.95;
  return std::min(greatest, (one.draws + assumed_draw_games * (1 - dispersion_)) /
                                (weight + assumed_draw_games));
}

/// The variance of colour-swapped pairs by that of two games each, as what an opening gives White
/// cancels out. Sets the degrees of freedom.
double PoolFit::pair_dispersion() {
  constexpr double greatest_leverage = 0.9;
  double seen = 0, expected = 0, units = 0;
  for (std::size_t e = 0; e < encounters_.size(); ++e) {
    const Encounter& one = encounters_[e];
    if (one.pairs == 0) continue;
    const double ahead = Chance(lead(one, 0)).points - Chance(lead(one, 1)).points;
    seen += one.squared_differences - 2 * ahead * one.differences + one.pairs * ahead * ahead;
    const double weight =
        expected_[e].by_white[0] / one.games[0] + expected_[e].by_white[1] / one.games[1];
    const std::size_t i = one.i, j = one.j;
    const double leverage =
        weight * (inverse_.at(i, i) + inverse_.at(j, j) - 2 * inverse_.at(i, j));
    const double left = one.pairs * (1 - std::min(greatest_leverage, leverage));
    expected += left * weight * (1 - draw_factor(one));
    units += left;
  }
  if (units == 0) return 1;
  const double assumed = assumed_pairs * expected / units;
  degrees_ = units * squared((expected + assumed) / expected);
  return (seen + assumed) / (expected + assumed);
}

/// The inverse times the variance of the scores.
void PoolFit::find_score_variation() {
  struct Part {
    std::uint32_t i;
    std::uint32_t j;
    double weight;
  };
  const std::size_t n = players_;
  const double of_pairs = pair_dispersion();
  std::vector<Part> parts;
  std::vector<double> border(n);
  double corner = advantage_precision_;
  for (std::size_t e = 0; e < encounters_.size(); ++e) {
    const Encounter& one = encounters_[e];
    const double left = 1 - draw_factor(one);
    const double in_pairs = 2 * one.pairs / (one.games[0] + one.games[1]);
    const double sum = left * expected_[e].sum(), tilt = left * expected_[e].tilt();
    parts.push_back({one.i, one.j, sum * (1 - in_pairs + in_pairs * of_pairs)});
    border[one.i] += tilt;
    border[one.j] -= tilt;
    corner += sum;
  }
  varied_ = SquareMatrix(n + 1);
  // By columns, so that the rows of a tile stay in the cache; rows are padded.
  constexpr std::size_t tile = 64, lanes = 8;
  for (std::size_t begin = 0; begin < varied_.stride(); begin += tile) {
    const std::size_t end = std::min(begin + tile, varied_.stride());
    for (const auto& [i, j, weight] : parts) {
      const double *const one = inverse_.row(i), *const other = inverse_.row(j);
      double *const to_one = varied_.row(i), *const to_other = varied_.row(j);
      for (std::size_t at = begin; at < end; at += lanes) {
        double moved[lanes];
        for (std::size_t k = 0; k < lanes; ++k) moved[k] = weight * (one[at + k] - other[at + k]);
        for (std::size_t k = 0; k < lanes; ++k) to_one[at + k] += moved[k];
        for (std::size_t k = 0; k < lanes; ++k) to_other[at + k] -= moved[k];
      }
    }
  }
  for (const RatingObservation& one : options_.observations) {
    for (std::size_t k = 0; k <= n; ++k) {
      varied_.at(one.player, k) += inverse_.at(one.player, k) / squared(one.sd);
    }
  }
  if (options_.fits_advantage) {
    double* const last = varied_.row(n);
    for (std::size_t k = 0; k <= n; ++k) last[k] = corner * inverse_.at(n, k);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 0; k <= n; ++k) {
        varied_.at(i, k) += border[i] * inverse_.at(n, k);
        last[k] += border[i] * inverse_.at(i, k);
      }
    }
  }
  // Until now the variation times the inverse, whose columns are needed together.
  for (std::size_t i = 0; i <= n; ++i) {
    for (std::size_t k = 0; k < i; ++k) std::swap(varied_.at(i, k), varied_.at(k, i));
  }
}

/// The bias by the prior. Its square is expected by an estimate of the variance of the true
/// ratings, which may be less than that of the prior; and the prior's own uncertainty moves all
/// ratings along the bias.
void PoolFit::find_shrinkage() {
  const std::size_t n = players_;
  const auto count = static_cast<double>(n);
  inverse_means_.resize(n);
  for (std::size_t i = 0; i < n; ++i) inverse_means_[i] = mean(inverse_.row(i), n);
  bias_.assign(n, 0);
  if (!options_.prior) return;
  const double precision = prior_precision(), middle = mean(at_.data(), n),
               overall = mean(inverse_means_.data(), n);
  double noise = 0, kept = 0;
  std::vector<double> sums(n + 1), varied_sums(n + 1);
  for (std::size_t i = 0; i < n; ++i) {
    const double *const row = inverse_.row(i), *const varied = varied_.row(i);
    for (std::size_t k = 0; k <= n; ++k) {
      noise += row[k] * varied[k];
      sums[k] += row[k];
      varied_sums[k] += varied[k];
    }
    for (std::size_t j = 0; j < n; ++j) {
      const double centred = row[j] - inverse_means_[i] - inverse_means_[j] + overall;
      kept += squared((i == j) - 1 / count - precision * centred);
      bias_[i] += precision * row[j] * (at_[j] - middle);
    }
  }
  noise -= dot(sums, varied_sums) / count;
  const double seen = std::max(0.0, (spread() - noise) / kept);
  const double variance = ((count - 1) * seen + dispersion_ * prior_variance_) / count;
  shrinkage_ = variance * squared(precision);
  if (options_.prior_sd) return;
  bias_variance_ = 1 / (kept + assumed_players * squared(assumed_sd) * precision);
}

PoolFit::Clusters PoolFit::clusters_of(std::span<const ColourCount> singles,
                                       std::span<const PairCount> pairs,
                                       std::span<const OpeningCount> openings,
                                       const double* direction) const {
  Clusters sums;
  struct Score {
    double advantage = 0;
    double spread = 0;
    double games = 0;
  };
  const auto add = [&](const Score& score, double times = 1) {
    sums.count += times;
    sums.games += times * score.games;
    sums.squared_games += times * squared(score.games);
    sums.advantage += times * squared(score.advantage);
    sums.spread += times * squared(score.spread);
  };
  /// Adds games of one result, or all results of a count.
  const auto add_games = [&](Score& score, PlayerId white, PlayerId black, double games,
                             double points) {
    const double ahead = at_[white] - at_[black];
    const double left = points - games * Chance(ahead + at_.back()).points;
    score.advantage += left * (direction[white] - direction[black] + direction[players_]);
    score.spread += left * ahead;
    score.games += games;
  };
  constexpr std::array<double, 3> points = {1, 0.5, 0};
  if (!openings.empty()) {
    for (std::size_t k = 0; k < openings.size();) {
      Score score;
      for (const std::uint64_t opening = openings[k].opening;
           k < openings.size() && openings[k].opening == opening; ++k) {
        const auto& [white, black, results] = openings[k].games;
        add_games(score, white, black, real(results.games()), results.points());
      }
      add(score);
    }
    return sums;
  }
  for (const auto& [white, black, results] : singles) {
    const std::array<double, 3> counts = {real(results.wins), real(results.draws),
                                          real(results.losses)};
    for (std::size_t k = 0; k < 3; ++k) {
      if (counts[k] == 0) continue;
      Score score;
      add_games(score, white, black, 1, points[k]);
      add(score, counts[k]);
    }
  }
  for (const PairCount& pair : pairs) {
    for (std::size_t row = 0; row < 3; ++row) {
      for (std::size_t column = 0; column < 3; ++column) {
        if (pair.cells[row][column] == 0) continue;
        Score score;
        add_games(score, pair.first, pair.second, 1, points[row]);
        add_games(score, pair.second, pair.first, 1, points[column]);
        add(score, real(pair.cells[row][column]));
      }
    }
  }
  return sums;
}

/// What openings contribute: the error of White's advantage, all games of an opening being one
/// unit; and, because the better player gains less where an opening decides the game, a factor
/// common to all ratings.
void PoolFit::find_opening_errors(std::span<const ColourCount> singles,
                                  std::span<const PairCount> pairs,
                                  std::span<const OpeningCount> openings) {
  const double* const direction = inverse_.row(players_);
  const Clusters clusters = clusters_of(singles, pairs, openings, direction);
  if (clusters.games == 0 || clusters.effective() < least_openings) return;
  const double few = clusters.count / (clusters.count - 1);
  if (options_.fits_advantage) {
    const double variance =
        few * clusters.advantage + advantage_precision_ * squared(direction[players_]);
    advantage_error_ = t95(clusters.effective() - 1) * std::sqrt(variance);
    if (fit_.has_advantage_prior)
      advantage_error_ = std::min(*advantage_error_, z95 * advantage_sd);
  }
  if (openings.empty()) return;
  const Clusters units = clusters_of(singles, pairs, {}, direction);
  if (units.count <= clusters.count) return;  // no two units share an opening
  double information = 0;
  for (std::size_t e = 0; e < encounters_.size(); ++e) {
    const double ahead = at_[encounters_[e].i] - at_[encounters_[e].j];
    information += ahead * ahead * expected_[e].sum();
  }
  if (information > 0) {
    spread_variance_ = std::max(0.0, few * clusters.spread - units.spread) / squared(information);
  }
}

bool PoolFit::find_errors(std::span<const ColourCount> singles, std::span<const PairCount> pairs,
                          std::span<const OpeningCount> openings) {
  if (!fit_.converged || players_ > most_players_with_errors) return false;
  if (!invert(there_.weights)) return false;
  find_dispersion();
  // Where a lead is uncertain, the games say less than at the maximum.
  auto weights = there_.weights;
  for (std::size_t e = 0; e < weights.size(); ++e) {
    for (std::size_t white = 0; white < 2; ++white) {
      double& weight = weights[e].by_white[white];
      weight = std::min(weight, expected_[e].by_white[white]);
    }
  }
  if (!invert(weights)) return false;
  find_dispersion();
  find_score_variation();
  find_shrinkage();
  find_opening_errors(singles, pairs, openings);
  return true;
}

double PoolFit::covariance(std::size_t i, std::size_t j) const {
  const std::size_t n = players_;
  const double *const row = inverse_.row(i), *const column = inverse_.row(j),
                      *const varied = varied_.row(j);
  double noise = 0, common = 0;
  for (std::size_t k = 0; k <= n; ++k) noise += row[k] * varied[k];
  for (std::size_t k = 0; k < n; ++k) common += row[k] * column[k];
  common -= static_cast<double>(n) * inverse_means_[i] * inverse_means_[j];
  const double middle = mean(at_.data(), n);
  return noise + shrinkage_ * common + bias_variance_ * bias_[i] * bias_[j] +
         spread_variance_ * (at_[i] - middle) * (at_[j] - middle);
}

}  // namespace schiri::rating
