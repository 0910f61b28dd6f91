#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/rating/models/bt.h"

/// Simulates events of equal players to count how often the error intervals cover the true values.
namespace schiri::coverage {

/// A round-robin of pairs of games. Each round has an opening. Its advantage for White is a normal
/// variable of this mean and deviation, in points of odds.
struct Design {
  std::size_t players;
  std::uint64_t rounds;
  double deviation;
  double nu;
  /// The bounds of the shares. If the games of few pairs nearly cancel out, there are few possible
  /// results; the upper bound is then 1.
  double least;
  double most;
};

inline constexpr double mean_advantage = 40;

inline constexpr std::array designs = {
    Design{2, 10, 0, 0.7, 0.93, 0.98},    Design{2, 10, 800, 0.7, 0.93, 1},
    Design{2, 20, 800, 0.7, 0.93, 0.985}, Design{2, 30, 600, 0.7, 0.93, 0.97},
    Design{2, 100, 300, 0.7, 0.93, 0.97}, Design{4, 5, 600, 0.7, 0.93, 0.97},
    Design{4, 20, 600, 0.7, 0.93, 0.97},  Design{8, 5, 600, 0.7, 0.93, 0.97},
    Design{8, 20, 300, 0, 0.93, 0.97},
};

/// Shares of figures whose interval covers the truth.
struct Coverage {
  double ratings = 0;
  double differences = 0;
  double first_move = 0;  ///< of those that are shown
  int first_moves = 0;    ///< shown
};

class Simulation {
 public:
  explicit Simulation(const Design& design) : design_(design), rng_(1) {}

  Coverage run(int events) {
    Coverage sum;
    int counted = 0;
    for (int event = 0; event < events; ++event) {
      const auto lists = rating::rate_bt(play(), options());
      if (lists.size() != 1 || lists[0].degrees.empty()) continue;
      ++counted;
      add(lists[0], sum);
    }
    return {sum.ratings / counted, sum.differences / counted,
            sum.first_move / std::max(sum.first_moves, 1), sum.first_moves};
  }

 private:
  static rating::BtOptions options() {
    rating::BtOptions options;
    options.prior = false;
    options.covariance = true;
    options.scale = rating::Scale::odds;
    return options;
  }

  double uniform() { return (static_cast<double>(rng_() >> 11) + 0.5) / 9007199254740992.0; }
  double normal() {
    return std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform());
  }
  double opening() { return mean_advantage + design_.deviation * normal(); }

  Outcome play(double advantage) {
    const double u = std::pow(10, advantage / 800), point = uniform() * (u + 1 / u + design_.nu);
    return point < u                ? Outcome::white_wins
           : point < u + design_.nu ? Outcome::draw
                                    : Outcome::black_wins;
  }

  rating::GameCounts play() {
    rating::GameCounts counts("g", "standard");
    for (std::size_t i = 0; i < design_.players; ++i) counts.player("p" + std::to_string(i));
    for (std::uint64_t round = 0; round < design_.rounds; ++round) {
      const double advantage = opening();
      for (rating::PlayerId i = 0; i < design_.players; ++i) {
        for (rating::PlayerId j = i + 1; j < design_.players; ++j) {
          const Outcome one = play(advantage), two = play(advantage);
          counts.add_pairs(i, j, one, two, 1);
          counts.add_opening(round, i, j, one);
          counts.add_opening(round, j, i, two);
        }
      }
    }
    counts.finish();
    return counts;
  }

  void add(const rating::BtList& list, Coverage& sum) const {
    const auto players = static_cast<double>(list.players.size());
    std::size_t first = 0, second = 0;
    for (std::size_t i = 0; i < list.players.size(); ++i) {
      const auto& player = list.players[i];
      if (player.name == "p0") first = i;
      if (player.name == "p1") second = i;
      sum.ratings += std::abs(*player.rating - 1500) <= *player.error ? 1 / players : 0;
    }
    const rating::Difference between = rating::difference(list, first, second);
    sum.differences += std::abs(between.elo) <= between.error;
    if (!list.first_move_advantage_error) return;
    ++sum.first_moves;
    sum.first_move +=
        std::abs(list.first_move_advantage - mean_advantage) <= *list.first_move_advantage_error;
  }

  Design design_;
  Rng rng_;
};

}  // namespace schiri::coverage
