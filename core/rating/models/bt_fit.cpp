#include "core/rating/models/bt_fit.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/rating/games/player_sort.h"
#include "core/rating/numerics/distributions.h"
#include "core/rating/numerics/scale.h"

namespace schiri::rating {

namespace {

/// Games without draws that are assumed in addition, so that a few draws do not make all results
/// look certain.
constexpr double assumed_decisive = 2;

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

Chance::Chance(double lead) : small(std::exp(-std::abs(lead))) {
  const double share = 1 / (1 + small);
  points = lead >= 0 ? share : small * share;
  weight = small * share * share;
}

PoolFit::PoolFit(std::size_t players, std::vector<Encounter> encounters, FitOptions options)
    : players_(players),
      encounters_(std::move(encounters)),
      options_(std::move(options)),
      at_(players + 1),
      observed_(players) {
  for (const RatingObservation& one : options_.observations) {
    observed_[one.player] += 1 / squared(one.sd);
  }
  if (options_.prior == Prior::games) start_virtual_games();
  if (options_.prior == Prior::field) field_ = 1;
  // White's advantage may have no finite maximum: a colour never made a point, or without a prior
  // it grows together with a difference. Such a lead decides every game to working precision.
  constexpr double endless = 25;
  const bool has_maximum = maximise_objective() && std::abs(at_.back()) < endless &&
                           (options_.prior != Prior::none || greatest_lead() < endless);
  if (!has_maximum && options_.fits_advantage) {
    fit_.has_advantage_prior = true;
    advantage_precision_ = 1 / squared(advantage_sd);
    std::fill(at_.begin(), at_.end(), 0.0);
    maximise_objective();
  }
  if (fit_.converged && options_.prior == Prior::games) settle_virtual_games();
  if (fit_.converged && options_.prior == Prior::field) find_field();
  if (!fit_.converged) return;
  find_draws();
  for (const auto& [one, other] : drawn_) fit_.virtual_games += one + other;
}

/// If p is White's expected score and d the chance of a draw, the variance of the points is p (1 -
/// p) - d / 4.
void PoolFit::find_draws() {
  constexpr double greatest = 0.9;
  double draws = 0, weights = 0;
  for (const Encounter& one : encounters_) draws += one.draws;
  for (const EncounterWeight& one : game_weights()) weights += one.sum();
  dispersion_ = 1 - std::min(greatest, draws / (4 * weights + assumed_decisive));
  fit_.draw_factor = draws > 0 ? std::min(1.0, draws / (4 * weights)) : 0;
}

double PoolFit::greatest_lead() const {
  double greatest = 0;
  for (const Encounter& one : encounters_) {
    for (const std::size_t white : {std::size_t{0}, std::size_t{1}}) {
      if (one.games[white] > 0) greatest = std::max(greatest, std::abs(lead(one, white)));
    }
  }
  return greatest;
}

double PoolFit::lead(const Encounter& one, std::size_t white) const {
  const double ahead = at_[one.i] - at_[one.j];
  return (white == 0 ? ahead : -ahead) + at_.back();
}

double PoolFit::virtual_games(std::size_t encounter, std::size_t white) const {
  return drawn_.empty() ? 0 : drawn_[encounter][white];
}

PoolFit::Point PoolFit::evaluate(const std::vector<double>& parameters) const {
  Point point;
  point.gradient.resize(players_ + 1);
  point.weights.resize(encounters_.size());
  const double advantage = parameters.back();
  // Some 5,000 points apart, where anchors may put players, games weigh nothing and lead nowhere.
  constexpr double least_weight = 1e-12;
  for (std::size_t e = 0; e < encounters_.size(); ++e) {
    const Encounter& one = encounters_[e];
    point.weights[e] = {one.i, one.j};
    const double ahead = parameters[one.i] - parameters[one.j];
    for (std::size_t white = 0; white < 2; ++white) {
      if (one.games[white] == 0) continue;
      const double drawn = virtual_games(e, white);
      const double games = one.games[white] + drawn, points = one.points[white] + drawn / 2;
      const double lead = (white == 0 ? ahead : -ahead) + advantage;
      const Chance chance(lead);
      // ln(1 - L(lead)), and each point of White adds the lead.
      const double log_loss = std::min(-lead, 0.0) - std::log1p(chance.small);
      point.of_games += one.games[white] * log_loss + one.points[white] * lead;
      point.log_likelihood += games * log_loss + points * lead;
      const double missing = points - games * chance.points;
      point.gradient[white == 0 ? one.i : one.j] += missing;
      point.gradient[white == 0 ? one.j : one.i] -= missing;
      point.gradient.back() += missing;
      point.weights[e].by_white[white] = games * std::max(chance.weight, least_weight);
    }
  }
  if (field_ > 0) {
    const double middle = mean(parameters.data(), players_);
    for (std::size_t i = 0; i < players_; ++i) {
      const double distance = parameters[i] - middle;
      const Chance chance(distance);
      point.of_field -= std::abs(distance) / 2 + std::log1p(chance.small);
      point.gradient[i] += field_ * (0.5 - chance.points);
      point.pulls.push_back(field_ * chance.weight);
    }
    point.log_likelihood += field_ * point.of_field;
  }
  for (const RatingObservation& one : options_.observations) {
    const double distance = (parameters[one.player] - one.rating) / one.sd;
    point.log_likelihood -= distance * distance / 2;
    point.gradient[one.player] -= distance / one.sd;
  }
  point.log_likelihood -= advantage_precision_ * squared(advantage) / 2;
  point.gradient.back() -= advantage_precision_ * advantage;
  if (!options_.fits_advantage) point.gradient.back() = 0;
  // A constant of all ratings changes nothing; rounding errors must not ask for one.
  if (options_.observations.empty()) centre(std::span(point.gradient).first(players_));
  return point;
}

/// The information, with the prior, times a vector.
std::vector<double> PoolFit::multiply(const Point& point, const std::vector<double>& vector) const {
  std::vector<double> result(vector.size());
  if (field_ > 0) {
    const double middle = mean(vector.data(), players_);
    for (std::size_t i = 0; i < players_; ++i) result[i] = point.pulls[i] * (vector[i] - middle);
    centre(std::span(result).first(players_));
  }
  for (std::size_t i = 0; i < players_; ++i) result[i] += observed_[i] * vector[i];
  double of_advantage = advantage_precision_ * vector.back();
  for (const EncounterWeight& one : point.weights) {
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
  constexpr double accuracy = 1e-16, nothing = 1e-22;
  const std::size_t size = players_ + 1, most_steps = 10 * size + 100;
  std::vector<double> diagonal = observed_;
  for (std::size_t i = 0; i < point.pulls.size(); ++i) diagonal[i] += point.pulls[i];
  diagonal.push_back(options_.fits_advantage ? advantage_precision_ : 1);
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
  // What is left of the gradient at the maximum is rounding, which leads nowhere.
  const double enough = power < nothing ? power : accuracy * power;
  for (std::size_t i = 0; i < most_steps && power > enough; ++i) {
    const std::vector<double> image = multiply(point, direction);
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

/// Newton's method with step halving: each step must achieve a share of the predicted gain (L.
/// Armijo 1966). It squares the error in each step.
bool PoolFit::maximise_objective() {
  constexpr double small_step = 1e-6, least_share = 1e-4, least_length = 1e-12;
  constexpr int most_steps = 200;
  there_ = evaluate(at_);
  fit_.converged = false;
  for (int i = 0; i < most_steps && !fit_.converged; ++i) {
    const auto step = newton_step(there_);
    if (!step) return false;
    const double gain = dot(*step, there_.gradient), before = there_.log_likelihood;
    const double noise = 1e-12 * (1 + std::abs(before));
    double length = 1, moved = 0;
    std::vector<double> trial = at_;
    for (Point next;; length /= 2) {
      if (length < least_length) return false;
      for (std::size_t k = 0; k < trial.size(); ++k) trial[k] = at_[k] + length * (*step)[k];
      next = evaluate(trial);
      if (!(next.log_likelihood >= before + least_share * length * gain - noise)) continue;
      there_ = std::move(next);
      break;
    }
    for (const double part : *step) moved = std::max(moved, std::abs(part));
    at_ = std::move(trial);
    fit_.converged = moved < small_step;
  }
  if (fit_.converged && options_.observations.empty()) centre(std::span(at_).first(players_));
  return fit_.converged;
}

std::vector<EncounterWeight> PoolFit::game_weights() const {
  std::vector<EncounterWeight> weights = there_.weights;
  for (std::size_t e = 0; e < weights.size(); ++e) {
    for (std::size_t white = 0; white < 2; ++white) {
      const double games = encounters_[e].games[white];
      if (games > 0) weights[e].by_white[white] *= games / (games + virtual_games(e, white));
    }
  }
  return weights;
}

/// What holds a constant of all ratings: added to each entry of the information.
double PoolFit::held(std::span<const EncounterWeight> weights) const {
  if (!options_.observations.empty()) return 0;
  double total = 0;
  for (const EncounterWeight& one : weights) total += one.sum();
  return 2 * total / squared(static_cast<double>(players_));
}

SquareMatrix PoolFit::information(std::span<const EncounterWeight> weights, bool with_field) const {
  const std::size_t n = players_;
  SquareMatrix full(n + 1);
  const std::vector<double> pulls =
      with_field && field_ > 0 ? there_.pulls : std::vector<double>(n);
  const double constant = held(weights), middle = mean(pulls.data(), n);
  const auto count = static_cast<double>(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      full.at(i, j) = constant + (middle - pulls[i] - pulls[j]) / count;
    }
    full.at(i, i) += pulls[i] + observed_[i];
  }
  full.at(n, n) = options_.fits_advantage ? advantage_precision_ : 1;
  for (const EncounterWeight& one : weights) {
    full.at(one.i, one.i) += one.sum();
    full.at(one.j, one.j) += one.sum();
    full.at(one.j, one.i) -= one.sum();
    if (!options_.fits_advantage) continue;
    full.at(n, one.i) += one.tilt();
    full.at(n, one.j) -= one.tilt();
    full.at(n, n) += one.sum();
  }
  return full;
}

double PoolFit::lead_variance(const SquareMatrix& inverse, const Encounter& one,
                              std::size_t white) const {
  const std::size_t i = one.i, j = one.j, n = players_;
  const double ahead = inverse.at(i, i) + inverse.at(j, j) - 2 * inverse.at(i, j);
  if (!options_.fits_advantage) return ahead;
  const double with = 2 * (inverse.at(n, i) - inverse.at(n, j));
  return ahead + inverse.at(n, n) + (white == 0 ? with : -with);
}

/// As many virtual games as their leverage is if all players are alike.
void PoolFit::start_virtual_games() {
  std::vector<double> games(players_);
  for (const Encounter& one : encounters_) {
    games[one.i] += one.games[0] + one.games[1];
    games[one.j] += one.games[0] + one.games[1];
  }
  for (const Encounter& one : encounters_) {
    const double share = 1 / games[one.i] + 1 / games[one.j];
    drawn_.push_back({one.games[0] * share, one.games[1] * share});
  }
}

/// Fits and lays the virtual games by leverage, in turn, until they agree.
void PoolFit::settle_virtual_games() {
  constexpr int most_rounds = 100;
  constexpr std::size_t small = 200;
  const double enough = (players_ <= small ? 1e-3 : 0.1) * natural_per_point;
  if (players_ > most_players_with_errors) return;
  for (int round = 0; round < most_rounds && fit_.converged; ++round) {
    const std::vector<EncounterWeight> weights = game_weights();
    SquareMatrix inverse = information(weights, false);
    if (!invert_positive_definite(inverse)) return;
    for (std::size_t e = 0; e < encounters_.size(); ++e) {
      for (std::size_t white = 0; white < 2; ++white) {
        drawn_[e][white] =
            weights[e].by_white[white] * lead_variance(inverse, encounters_[e], white);
      }
    }
    const std::vector<double> before = at_;
    maximise_objective();
    double moved = 0;
    for (std::size_t k = 0; k <= players_; ++k)
      moved = std::max(moved, std::abs(at_[k] - before[k]));
    if (moved < enough) return;
  }
}

/// Fits with this many drawn games of each player against the mean, in units of the games'
/// dispersion; returns how well that explains the results (P. Laplace's approximation), with what
/// is assumed of the standard deviation.
double PoolFit::evidence_of_field(double drawn_games) {
  field_ = drawn_games * dispersion_;
  maximise_objective();
  const double half = drawn_games / 2, sd = std::sqrt(2 * trigamma(half));
  const double log_beta = 2 * std::lgamma(half) - std::lgamma(drawn_games);
  SquareMatrix matrix = information(there_.weights, true);
  const double constant = held(there_.weights) * static_cast<double>(players_);
  double log_determinant = invert_positive_definite(matrix).value_or(0);
  if (constant > 0) log_determinant -= std::log(constant);
  constexpr double least_sd = 200 * natural_per_point;
  return there_.of_games / dispersion_ + drawn_games * there_.of_field -
         (static_cast<double>(players_) - 1) * log_beta - log_determinant / 2 - 2 * std::log(sd) -
         squared(least_sd / sd);
}

/// Finds the number of drawn games against the mean, by the golden section of its logarithm.
void PoolFit::find_field() {
  constexpr double accuracy = 0.05, golden = 0.6180339887498949;
  find_draws();
  // Standard deviations from about 1,700 to 20 points.
  double low = std::log(0.2), high = std::log(300.0);
  double one = high - golden * (high - low), other = low + golden * (high - low);
  const auto at = [&](double logarithm) { return evidence_of_field(std::exp(logarithm)); };
  double of_one = at(one), of_other = at(other);
  while (high - low > accuracy && fit_.converged) {
    if (of_one > of_other) {
      high = std::exchange(other, one);
      of_other = of_one;
      of_one = at(one = high - golden * (high - low));
    } else {
      low = std::exchange(one, other);
      of_one = of_other;
      of_other = at(other = low + golden * (high - low));
    }
  }
  const double drawn_games = std::exp((low + high) / 2);
  evidence_of_field(drawn_games);
  fit_.field_sd = std::sqrt(2 * trigamma(drawn_games / 2));
}

}  // namespace schiri::rating
