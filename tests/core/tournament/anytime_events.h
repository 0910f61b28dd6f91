#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numbers>
#include <optional>
#include <vector>

#include "core/base/random.h"
#include "core/rating/numerics/scale.h"
#include "core/tournament/adaptive.h"

/// Simulates events to count how often anytime intervals hold at every moment, and how many games
/// make them narrow enough.
namespace schiri::anytime_events {

/// Players at equal distances, in Elo. The advantage of an opening for White is a normal variable
/// of this deviation, in points of odds. nu is Davidson's draw parameter.
struct Design {
  std::size_t players;
  double distance;
  double nu;
  double deviation;
  AdaptiveTarget about;
  double error;         ///< limit of half of the widest interval, in Elo or places
  std::uint64_t pairs;  ///< maximum
};

/// Designs in which expected scores of pairs are exactly those of Elo's formula: nu is 0 or 2, and
/// openings have no advantage unless players are equal.
inline constexpr std::array covered = {
    Design{2, 0, 0, 0, AdaptiveTarget::ratings, 40, 1000},
    Design{2, 0, 0, 800, AdaptiveTarget::ratings, 30, 1000},
    Design{2, 100, 2, 0, AdaptiveTarget::ranks, 0.5, 1000},
    Design{4, 0, 2, 0, AdaptiveTarget::ratings, 60, 1000},
    Design{4, 0, 0, 600, AdaptiveTarget::ratings, 60, 1000},
    Design{4, 200, 0, 0, AdaptiveTarget::ratings, 90, 1000},
    Design{5, 100, 2, 0, AdaptiveTarget::ranks, 0.5, 1000},
    Design{6, 300, 0, 0, AdaptiveTarget::ratings, 150, 1000},
    Design{8, 150, 0, 0, AdaptiveTarget::ratings, 150, 1000},
};

/// An adaptive event and the largest share of a round-robin's games that it may need.
struct Comparison {
  Design design;
  double most;  ///< maximum of the share
};
inline constexpr std::array compared = {
    Comparison{{6, 100, 0, 0, AdaptiveTarget::ranks, 0.5, 20000}, 0.5},
    Comparison{{8, 200, 0, 0, AdaptiveTarget::ranks, 0.5, 20000}, 0.5},
    Comparison{{10, 100, 0, 0, AdaptiveTarget::ranks, 0.5, 40000}, 0.5},
    Comparison{{6, 0, 0, 0, AdaptiveTarget::ratings, 80, 20000}, 1.2},
    Comparison{{8, 200, 0, 0, AdaptiveTarget::ratings, 150, 20000}, 0.8},
    Comparison{{8, 350, 0, 0, AdaptiveTarget::ratings, 200, 20000}, 0.5},
    Comparison{{12, 150, 0, 0, AdaptiveTarget::ratings, 200, 20000}, 0.7},
};

/// The result of an event.
struct Result {
  bool right = true;        ///< all intervals contained the truth at every check
  std::uint64_t games = 0;  ///< games until the intervals are narrow, or all games
  bool is_narrow = false;
};

class Event {
 public:
  Event(const Design& design, std::uint64_t seed)
      : design_(design),
        games_(derive_seed(seed, 1)),
        openings_(derive_seed(seed, 2)),
        seed_(seed),
        known_(design.players) {
    for (std::size_t i = 0; i < design.players; ++i) {
      truth_.push_back(design.distance *
                       (static_cast<double>(design.players - 1) / 2 - static_cast<double>(i)));
    }
  }

  /// Plays the event. If `checks`, compares the intervals with the truth each time after a tenth
  /// more pairs and at the end.
  Result play(bool adaptive, bool checks) {
    const auto schedule = make(adaptive);
    Result result;
    std::uint64_t checked = 0;
    while (!result.is_narrow && known_.pairs() < design_.pairs) {
      play_pair(*schedule);
      if (!known_.is_fresh()) continue;
      result.is_narrow = is_narrow();
      if (!checks || (10 * known_.pairs() < 11 * checked + 10 && !result.is_narrow)) continue;
      checked = known_.pairs();
      result.right = result.right && is_right();
    }
    result.games = 2 * known_.pairs();
    return result;
  }

 private:
  std::unique_ptr<Schedule> make(bool adaptive) const {
    const std::size_t players = design_.players;
    if (!adaptive) {
      return std::make_unique<RoundRobin>(players,
                                          2 * design_.pairs / (players * (players - 1)) + 1);
    }
    return std::make_unique<Adaptive>(players, design_.pairs, design_.about, seed_);
  }

  static double uniform(Rng& rng) {
    return (static_cast<double>(rng() >> 11) + 0.5) / 9007199254740992.0;
  }

  double opening(std::uint64_t number) {
    if (number == opening_) return favour_;
    opening_ = number;
    const double length = std::sqrt(-2 * std::log(uniform(openings_)));
    favour_ = design_.deviation * length * std::cos(2 * std::numbers::pi * uniform(openings_));
    return favour_;
  }

  Outcome play(const ScheduledGame& game) {
    const double lead = (truth_[game.white] - truth_[game.black]) * (2 + design_.nu) / 2;
    const double u = std::pow(10, (lead + opening(game.opening)) / 800);
    const double point = uniform(games_) * (u + 1 / u + design_.nu);
    return point < u                ? Outcome::white_wins
           : point < u + design_.nu ? Outcome::draw
                                    : Outcome::black_wins;
  }

  void play_pair(Schedule& schedule) {
    const std::uint64_t number = 2 * known_.pairs() + 1;
    const ScheduledGame first = schedule.game(number), second = schedule.game(number + 1);
    const Outcome one = play(first), two = play(second);
    schedule.add_result(number, one);
    schedule.add_result(number + 1, two);
    const auto half_points = [](Outcome outcome, Outcome won) {
      return outcome == Outcome::draw ? 1 : outcome == won ? 2 : 0;
    };
    known_.add(first.white, first.black,
               half_points(one, Outcome::white_wins) + half_points(two, Outcome::black_wins));
  }

  bool is_narrow() {
    if (known_.pairs() < design_.players) return false;
    if (design_.about == AdaptiveTarget::ratings) {
      const auto error = known_.largest_error(design_.error);
      return error && *error < design_.error;
    }
    known_.compare();
    for (std::size_t i = 0; i < design_.players; ++i) {
      const auto rank = known_.rank(i);
      if (static_cast<double>(rank.high - rank.low) / 2 >= design_.error) return false;
    }
    return true;
  }

  static bool holds(const rating::Bounds& bounds, double truth) {
    return (!bounds.low || *bounds.low <= truth) && (!bounds.high || *bounds.high >= truth);
  }

  bool is_right() {
    known_.compare();
    const auto ratings = known_.ratings();
    const auto differences = known_.differences();
    for (std::size_t i = 0; i < truth_.size(); ++i) {
      if (!holds(ratings[i], rating::mean_rating + truth_[i])) return false;
      for (std::size_t j = 0; j < truth_.size(); ++j) {
        if (!holds(differences[i * truth_.size() + j], truth_[i] - truth_[j])) return false;
        if (known_.is_above(i, j) && truth_[i] <= truth_[j]) return false;
      }
    }
    return true;
  }

  const Design& design_;
  Rng games_;
  Rng openings_;
  std::uint64_t seed_;
  rating::AnytimeRatings known_;
  std::vector<double> truth_;
  std::uint64_t opening_ = 0;
  double favour_ = 0;
};

/// The share of events in which all intervals were right.
inline double coverage(const Design& design, bool adaptive, int events) {
  int right = 0;
  for (int i = 0; i < events; ++i) {
    right += Event(design, static_cast<std::uint64_t>(i)).play(adaptive, true).right;
  }
  return static_cast<double>(right) / events;
}

/// The average number of games until the intervals are narrow enough.
inline double games(const Design& design, bool adaptive, int events) {
  double sum = 0;
  for (int i = 0; i < events; ++i) {
    sum += static_cast<double>(
        Event(design, static_cast<std::uint64_t>(i)).play(adaptive, false).games);
  }
  return sum / events;
}

}  // namespace schiri::anytime_events
