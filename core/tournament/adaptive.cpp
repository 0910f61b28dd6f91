#include "core/tournament/adaptive.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "core/base/errors.h"
#include "core/base/message.h"
#include "core/base/order.h"
#include "core/base/random.h"
#include "core/rating/numerics/distributions.h"
#include "core/tournament/systems.h"

namespace schiri {

namespace {

using rating::SquareMatrix;

/// A standard deviation of 350 Elo.
constexpr double prior_precision = 0.25;

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

/// ln(1 + e^x).
double softplus(double x) { return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); }

std::size_t require_players(std::size_t players) {
  if (players >= 2 && players <= PairStrengths::most_players) return players;
  throw ValueError(
      message("an adaptive tournament has 2 to {0} players", PairStrengths::most_players));
}

}  // namespace

PairStrengths::PairStrengths(std::size_t players)
    : players_(require_players(players)),
      couples_(players * players),
      strengths_(players),
      covariance_(covariance(std::vector<std::uint64_t>(players * players))) {}

const PairStrengths::Couple& PairStrengths::couple(std::size_t one, std::size_t other) const {
  return couples_[std::min(one, other) * players_ + std::max(one, other)];
}

double PairStrengths::share(std::size_t one, std::size_t other) const {
  return logistic(strengths_[one] - strengths_[other]);
}

template <class Visit>
void PairStrengths::visit_met(const Visit& visit) const {
  for (std::size_t i = 0; i < players_; ++i) {
    for (std::size_t j = i + 1; j < players_; ++j) {
      if (couple(i, j).pairs > 0) visit(i, j, couple(i, j));
    }
  }
}

double PairStrengths::information(std::size_t one, std::size_t other) const {
  const double share = this->share(one, other);
  return 2 * share * (1 - share);
}

SquareMatrix PairStrengths::covariance(std::span<const std::uint64_t> met) const {
  SquareMatrix matrix(players_);
  // A constant added to every element does not change differences and fixes the mean.
  const double fixed = 1 / static_cast<double>(players_);
  for (std::size_t i = 0; i < players_; ++i) {
    for (std::size_t j = 0; j < players_; ++j) matrix.at(i, j) = fixed;
    matrix.at(i, i) += prior_precision;
  }
  for (std::size_t i = 0; i < players_; ++i) {
    for (std::size_t j = i + 1; j < players_; ++j) {
      const double known = static_cast<double>(met[i * players_ + j]) * information(i, j);
      matrix.at(i, i) += known;
      matrix.at(j, j) += known;
      matrix.at(i, j) -= known;
      matrix.at(j, i) -= known;
    }
  }
  rating::invert_positive_definite(matrix);
  return matrix;
}

void PairStrengths::add(std::size_t first, std::size_t second, int half_points) {
  if (first > second) return add(second, first, 4 - half_points);
  const double points = half_points / 2.0;
  Couple& couple = couples_[first * players_ + second];
  ++couple.pairs;
  couple.points += points;
  couple.squares += points * points;
  ++pairs_;
  if (pairs_ >= fitted_at_ + std::max<std::uint64_t>(1, pairs_ / 32)) refit();
}

double PairStrengths::log_posterior(std::span<const double> strengths) const {
  double sum = -prior_precision / 2 * rating::dot(strengths, strengths);
  visit_met([&](std::size_t i, std::size_t j, const Couple& couple) {
    const double lead = strengths[i] - strengths[j];
    sum += couple.points * lead - 2 * static_cast<double>(couple.pairs) * softplus(lead);
  });
  return sum;
}

/// Newton's method, with shorter steps where the posterior would fall.
void PairStrengths::refit() {
  constexpr int most_steps = 60, most_halvings = 30;
  constexpr double least_gain = 1e-11, longest_move = 2;
  std::vector<std::uint64_t> met;
  for (const Couple& couple : couples_) met.push_back(couple.pairs);
  covariance_ = covariance(met);
  for (int step = 0; step < most_steps; ++step) {
    std::vector<double> slope(players_), move(players_);
    for (std::size_t i = 0; i < players_; ++i) slope[i] = -prior_precision * strengths_[i];
    visit_met([&](std::size_t i, std::size_t j, const Couple& couple) {
      const double excess = couple.points - 2 * static_cast<double>(couple.pairs) * share(i, j);
      slope[i] += excess;
      slope[j] -= excess;
    });
    double longest = longest_move;
    for (std::size_t i = 0; i < players_; ++i) {
      move[i] = rating::dot({covariance_.row(i), players_}, slope);
      longest = std::max(longest, std::abs(move[i]));
    }
    const double before = log_posterior(strengths_);
    double length = longest_move / longest;
    std::vector<double> next = strengths_;
    for (int i = 0; i < most_halvings; ++i, length /= 2) {
      for (std::size_t k = 0; k < players_; ++k) next[k] = strengths_[k] + length * move[k];
      if (log_posterior(next) >= before) break;
    }
    if (!(log_posterior(next) >= before)) break;
    strengths_ = std::move(next);
    rating::centre(strengths_);
    covariance_ = covariance(met);
    if (rating::dot(slope, move) < least_gain) break;
  }
  fitted_at_ = pairs_;
  measure_dispersion();
}

/// With a few pairs of usual dispersion, as long as there are few others.
void PairStrengths::measure_dispersion() {
  constexpr double known = 5;
  double seen = known, expected = known;
  visit_met([&](std::size_t i, std::size_t j, const Couple& couple) {
    const double points = 2 * share(i, j), pairs = static_cast<double>(couple.pairs);
    seen += couple.squares - 2 * points * couple.points + points * points * pairs;
    expected += pairs * information(i, j);
  });
  dispersion_ = seen / expected;
}

/// As if all orders were independent (Z. Šidák 1967).
double PairStrengths::needed_information(double lead) const {
  const double orders = static_cast<double>(players_ * (players_ - 1)) / 2;
  const double bound = rating::normal_quantile(-std::expm1(std::log(0.95) / orders) / 2);
  return dispersion_ * bound * bound / (lead * lead);
}

double PairStrengths::known_information(std::size_t one, std::size_t other) const {
  return 1 /
         (covariance_.at(one, one) + covariance_.at(other, other) - 2 * covariance_.at(one, other));
}

bool PairStrengths::is_decided(std::size_t one, std::size_t other) const {
  return known_information(one, other) >= needed_information(strengths_[one] - strengths_[other]);
}

namespace {

using Couple = std::array<std::size_t, 2>;

/// More pairs of games than any event has.
constexpr double never = 1e12;

/// Is one greater than the other by more than rounding errors? Ties must be the same on all
/// machines.
bool is_greater(double one, double other) { return one > other + 1e-9 * std::abs(other); }

std::vector<std::size_t> by_chance(std::size_t players, std::uint64_t seed) {
  std::vector<std::size_t> order = numbers_below(players);
  Rng rng(derive_seed(seed, players));
  rng.shuffle(order);
  return order;
}

}  // namespace

Adaptive::Adaptive(std::size_t players, std::uint64_t rounds, AdaptiveTarget target,
                   std::uint64_t seed)
    : rounds_(rounds),
      target_(target),
      known_(players),
      order_(by_chance(players, seed)),
      met_(players * players),
      covariance_(known_.covariance(met_)) {
  if (rounds < 1) throw ValueError(message("an adaptive tournament needs at least one round"));
  constexpr std::uint64_t most_rounds = 10'000'000;
  if (rounds > most_rounds) {
    throw ValueError(message("an adaptive tournament has at most 10000000 rounds"));
  }
  pair();
}

ScheduledGame Adaptive::game(std::uint64_t number) const {
  const std::uint64_t round = (number + 1) / 2;
  const Encounter& encounter = encounters_.at(round - 1);
  return game_of_pair(number, round, encounter.first, encounter.second);
}

void Adaptive::add(const GameResult& result) {
  encounters_.at((result.number - 1) / 2)
      .score.add(result.outcome, result.number % 2 == 1 ? Side::white : Side::black);
  while (learnt_ < encounters_.size() && encounters_[learnt_].score.missing == 0) learn();
}

/// Adds the next encounter and pairs further rounds.
void Adaptive::learn() {
  const Encounter& encounter = encounters_[learnt_++];
  if (encounter.score.half_points) {
    known_.add(encounter.first, encounter.second, *encounter.score.half_points);
    if (known_.is_fresh()) foresee();
  }
  pair();
}

void Adaptive::pair() {
  while (encounters_.size() < std::min(rounds_, learnt_ + rounds_ahead(learnt_))) {
    const auto [one, other] = choose();
    append(one, other);
  }
}

void Adaptive::append(std::size_t one, std::size_t other) {
  const std::size_t players = known_.players();
  const double gained = known_.information(one, other);
  std::vector<double> moved(players);
  for (std::size_t i = 0; i < players; ++i) {
    moved[i] = covariance_.at(i, one) - covariance_.at(i, other);
  }
  const double factor = gained / (1 + gained * variance(one, other));
  for (std::size_t i = 0; i < players; ++i) {
    for (std::size_t j = 0; j < players; ++j) covariance_.at(i, j) -= factor * moved[i] * moved[j];
  }
  if (one > other) std::swap(one, other);
  std::uint64_t& met = met_[one * players + other];
  const bool swapped = met++ % 2 == 1;
  encounters_.push_back({swapped ? other : one, swapped ? one : other});
}

/// Updates the covariance as of when all paired games have been played.
void Adaptive::foresee() { covariance_ = known_.covariance(met_); }

/// Pairs in progress.
double Adaptive::pending(std::size_t one, std::size_t other) const {
  const auto [first, second] = std::minmax(one, other);
  return static_cast<double>(met_[first * known_.players() + second] - known_.met(first, second));
}

double Adaptive::variance(std::size_t one, std::size_t other) const {
  return covariance_.at(one, one) + covariance_.at(other, other) - 2 * covariance_.at(one, other);
}

Couple Adaptive::choose() const {
  if (target_ == AdaptiveTarget::ranks) {
    if (const auto couple = choose_for_ranks()) return *couple;
  }
  return choose_for_ratings();
}

/// The reduction of the ratings' variances by a pair of games, large ones weighted most: the
/// gradient of the sum of their squares.
Couple Adaptive::choose_for_ratings() const {
  const std::size_t players = known_.players();
  std::vector<double> weights;
  for (std::size_t i = 0; i < players; ++i) weights.push_back(covariance_.at(i, i));
  Couple best{};
  double most = -1;
  for (std::size_t a = 0; a < players; ++a) {
    for (std::size_t b = a + 1; b < players; ++b) {
      const std::size_t i = order_[a], j = order_[b];
      double moved = 0;
      for (std::size_t k = 0; k < players; ++k) {
        const double one = covariance_.at(k, i) - covariance_.at(k, j);
        moved += weights[k] * one * one;
      }
      const double gained = known_.information(i, j);
      const double gain = gained * moved / (1 + gained * variance(i, j));
      if (!is_greater(gain, most)) continue;
      most = gain;
      best = {i, j};
    }
  }
  return best;
}

/// The two players whose order will be decided soonest, unless all are decided: by the information
/// that it still needs with an optimistic lead. Neighbours in the ranking come first because the
/// others follow from them; pairs that the games in progress will decide come last.
std::optional<Couple> Adaptive::choose_for_ranks() const {
  const std::size_t players = known_.players();
  std::vector<std::size_t> places = order_;
  std::stable_sort(places.begin(), places.end(), [&](std::size_t one, std::size_t other) {
    return is_greater(known_.strength(one), known_.strength(other));
  });
  std::optional<Couple> best;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t a = 0; a < players; ++a) {
    for (std::size_t b = a + 1; b < players; ++b) {
      const std::size_t i = places[a], j = places[b];
      if (known_.is_decided(i, j)) continue;
      const double hoped = known_.strength(i) - known_.strength(j) + std::sqrt(variance(i, j));
      const double missing = known_.needed_information(hoped) - known_.known_information(i, j);
      const double pairs = missing / known_.information(i, j) - pending(i, j);
      const auto places_apart = static_cast<double>(b - a);
      const double cost =
          pairs > 0 ? pairs * places_apart * places_apart * places_apart : never - pairs;
      if (!is_greater(least, cost)) continue;
      least = cost;
      best = {i, j};
    }
  }
  return best;
}

extern constinit const TournamentSystem adaptive_system = {
    .id = System::adaptive,
    .name = "adaptive",
    .title = "adaptive",
    .make = [](const TournamentConfig& config) -> std::unique_ptr<Schedule> {
      return std::make_unique<Adaptive>(config.bots.size(), config.rounds,
                                        config.about.value_or(AdaptiveTarget::ratings),
                                        config.seed);
    },
    .require_fitting =
        [](const TournamentConfig& config) {
          if (config.single) throw ValueError(message("single is not for the system adaptive"));
          if (config.sprt) {
            throw ValueError(
                message("sprt is not for the system adaptive, whose pairings depend on results; "
                        "use until-error"));
          }
        },
    .is_fixed = false,
    .is_shareable = false,
    .takes_newcomers = false,
    // The number of pairings of a round-robin.
    .default_rounds = [](std::size_t players) -> std::uint64_t {
      return players * (players - 1) / 2;
    }};

}  // namespace schiri
