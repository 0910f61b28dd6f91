#include "core/tournament/adaptive.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "core/base/errors.h"
#include "core/base/order.h"
#include "core/base/random.h"
#include "core/tournament/system.h"

namespace schiri {

namespace {

using Couple = std::array<std::size_t, 2>;

/// The number of rounds that are paired ahead of the results, and so can be played at once.
std::uint64_t ahead(std::uint64_t learnt) { return std::max<std::uint64_t>(16, learnt / 16); }

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
  const bool swapped = number % 2 == 0;
  return {number,
          round,
          swapped ? 2 : 1,
          swapped ? encounter.second : encounter.first,
          swapped ? encounter.first : encounter.second,
          round};
}

void Adaptive::add_result(std::uint64_t number, std::optional<Outcome> outcome) {
  Encounter& encounter = encounters_.at((number - 1) / 2);
  --encounter.missing;
  if (outcome && encounter.half_points) {
    *encounter.half_points += half_points(*outcome, number % 2 == 1 ? Side::white : Side::black);
  } else {
    encounter.half_points.reset();
  }
  while (learnt_ < encounters_.size() && encounters_[learnt_].missing == 0) learn();
}

/// Adds the next encounter and pairs further rounds.
void Adaptive::learn() {
  const Encounter& encounter = encounters_[learnt_++];
  if (encounter.half_points) {
    known_.add(encounter.first, encounter.second, *encounter.half_points);
    if (known_.is_fresh()) foresee();
  }
  pair();
}

void Adaptive::pair() {
  while (encounters_.size() < std::min(rounds_, learnt_ + ahead(learnt_))) {
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

namespace {

class AdaptiveSystem final : public TournamentSystem {
 public:
  System id() const override { return System::adaptive; }
  std::string_view name() const override { return "adaptive"; }
  bool is_fixed() const override { return false; }
  bool may_end_anywhere() const override { return true; }
  bool is_shareable() const override { return false; }
  bool takes_newcomers() const override { return false; }

  std::span<const std::string_view> own_settings() const override {
    static constexpr std::string_view own[] = {"about"};
    return own;
  }

  void require_fitting(const TournamentConfig& config) const override {
    if (config.single) throw ValueError(message("single is not for the system adaptive"));
    if (config.sprt) {
      throw ValueError(
          message("sprt is not for the system adaptive, whose pairings depend on results; use "
                  "until-error"));
    }
  }

  /// The default is the number of pairings of a round-robin.
  std::uint64_t default_rounds(std::size_t players) const override {
    return players * (players - 1) / 2;
  }

  std::unique_ptr<Schedule> make(const TournamentConfig& config) const override {
    return std::make_unique<Adaptive>(config.bots.size(), config.rounds,
                                      config.about.value_or(AdaptiveTarget::ratings), config.seed);
  }
};

}  // namespace

const TournamentSystem& adaptive_system() {
  static const AdaptiveSystem system;
  return system;
}

}  // namespace schiri
