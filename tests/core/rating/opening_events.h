#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/rating/models/bt.h"

/// Simulated events in which each opening favours White by a normal variable.
namespace schiri::opening_events {

/// The games that begin with one opening: a pair of games of each two players, a pair of two
/// players, or one game, in rounds in which each player has one.
enum class Layout : std::uint8_t { round_robin, pairs, single_games };

/// Players at equal distances in a line. In points of odds.
struct Design {
  Layout layout;
  std::size_t players;
  std::uint64_t openings;
  double draw_rate;       ///< between equals
  double deviation;       ///< of openings
  double spread = 300;    ///< from the first player to the last
  double advantage = 40;  ///< of White, in the mean of all openings

  double nu() const { return 2 * draw_rate / (1 - draw_rate); }
  double strength(std::size_t player) const {
    return spread * (static_cast<double>(player) / (static_cast<double>(players) - 1) - 0.5);
  }
};

/// Events that are large enough for ratings without bias.
inline constexpr std::array rated = {
    Design{Layout::round_robin, 8, 20, 0.3, 0, 400},
    Design{Layout::round_robin, 8, 100, 0, 0, 400},
    Design{Layout::round_robin, 3, 100, 0.3, 0, 600},
    Design{Layout::pairs, 8, 400, 0.3, 0, 400},
    Design{Layout::pairs, 8, 2000, 0.3, 0, 800},
    Design{Layout::pairs, 2, 200, 0.3, 0, 300},
};

class Simulation {
 public:
  explicit Simulation(const Design& design, std::uint64_t seed = 1)
      : design_(design), rng_(seed), order_(design.players), next_(design.players) {
    std::iota(order_.begin(), order_.end(), rating::PlayerId{0});
  }

  rating::GameCounts play() {
    rating::GameCounts counts("g", "standard");
    for (std::size_t i = 0; i < design_.players; ++i) counts.player(name(i));
    for (std::uint64_t opening = 0; opening < design_.openings; ++opening) play(opening, counts);
    counts.finish();
    return counts;
  }

  /// The chances of all pairings in very many games, whatever the layout.
  rating::GameCounts expected() const {
    rating::GameCounts counts("g", "standard");
    for (std::size_t i = 0; i < design_.players; ++i) counts.player(name(i));
    for (PlayerId i = 0; i < design_.players; ++i) {
      for (PlayerId j = 0; j < design_.players; ++j) {
        if (i != j) counts.add_games(i, j, expected(i, j));
      }
    }
    counts.finish();
    return counts;
  }

  static std::string name(std::size_t player) { return "p" + std::to_string(player); }

 private:
  using PlayerId = rating::PlayerId;

  double uniform() { return (static_cast<double>(rng_() >> 11) + 0.5) / 9007199254740992.0; }
  double normal() {
    return std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform());
  }

  rating::Expectation chances(PlayerId white, PlayerId black, double advantage) const {
    const double lead = design_.strength(white) - design_.strength(black);
    return rating::ResultModel{advantage, design_.nu(), rating::Scale::odds}.expected(lead);
  }

  rating::Wdl expected(PlayerId white, PlayerId black) const {
    constexpr double step = 0.02, end = 6, games = 1e9;
    rating::Expectation mean;
    for (double z = -end; z <= end; z += step) {
      const double weight = step * std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
      const auto at = chances(white, black, design_.advantage + design_.deviation * z);
      mean.white += weight * at.white;
      mean.draw += weight * at.draw;
      mean.black += weight * at.black;
    }
    const auto count = [](double chance) { return static_cast<std::uint64_t>(games * chance); };
    return {count(mean.white), count(mean.draw), count(mean.black)};
  }

  Outcome play(PlayerId white, PlayerId black, double advantage) {
    const rating::Expectation chance = chances(white, black, advantage);
    const double point = uniform();
    return point < chance.white                 ? Outcome::white_wins
           : point < chance.white + chance.draw ? Outcome::draw
                                                : Outcome::black_wins;
  }

  void play(std::uint64_t opening, rating::GameCounts& counts) {
    const double advantage = design_.advantage + design_.deviation * normal();
    if (design_.layout == Layout::round_robin) {
      for (PlayerId i = 0; i < design_.players; ++i) {
        for (PlayerId j = i + 1; j < design_.players; ++j) {
          play_pair(opening, i, j, advantage, counts);
        }
      }
      return;
    }
    const auto [i, j] = next_two();
    if (design_.layout == Layout::pairs) return play_pair(opening, i, j, advantage, counts);
    const Outcome result = play(i, j, advantage);
    counts.add_games(i, j, rating::one_result(result, 1));
    counts.add_opening(opening, i, j, result);
  }

  void play_pair(std::uint64_t opening, PlayerId i, PlayerId j, double advantage,
                 rating::GameCounts& counts) {
    const Outcome one = play(i, j, advantage), two = play(j, i, advantage);
    counts.add_pairs(i, j, one, two, 1);
    counts.add_opening(opening, i, j, one);
    counts.add_opening(opening, j, i, two);
  }

  std::pair<PlayerId, PlayerId> next_two() {
    if (next_ + 1 >= order_.size()) {
      for (std::size_t k = order_.size() - 1; k > 0; --k) {
        std::swap(order_[k], order_[rng_.below(k + 1)]);
      }
      next_ = 0;
    }
    next_ += 2;
    return {order_[next_ - 2], order_[next_ - 1]};
  }

  Design design_;
  Rng rng_;
  std::vector<PlayerId> order_;
  std::size_t next_;  ///< in `order_`
};

/// Events in which the error of White's advantage is shown, and the share of these in which the
/// interval covers the advantage fitted to very many games.
struct AdvantageCoverage {
  int shown = 0;
  double covered = 0;
};

inline AdvantageCoverage advantage_coverage(const Design& design, int events) {
  rating::BtOptions options;
  options.scale = rating::Scale::odds;
  options.opening_effects = rating::OpeningEffects::off;
  Simulation simulation(design);
  const double truth = rate_bt(simulation.expected(), options).at(0).first_move_advantage;
  AdvantageCoverage sum;
  for (int event = 0; event < events; ++event) {
    const auto lists = rate_bt(simulation.play(), options);
    if (lists.size() != 1 || !lists[0].first_move_advantage_error) continue;
    ++sum.shown;
    sum.covered +=
        std::abs(lists[0].first_move_advantage - truth) <= *lists[0].first_move_advantage_error;
  }
  sum.covered /= std::max(sum.shown, 1);
  return sum;
}

/// The true rating of a player of a list.
inline double strength_of(const rating::RatedPlayer& player, const Design& design) {
  return rating::mean_rating + design.strength(std::stoul(player.name.substr(1)));
}

/// The slope of fitted ratings on the true ones.
inline double slope_of(const rating::BtList& list, const Design& design) {
  double both = 0, squares = 0;
  for (const rating::RatedPlayer& player : list.players) {
    const double truth = strength_of(player, design) - rating::mean_rating;
    both += (*player.rating - rating::mean_rating) * truth;
    squares += truth * truth;
  }
  return both / squares;
}

/// The means over events of the slope of ratings on the truth, of the share of ratings whose
/// interval covers it, of that of White's advantages, and of the openings' standard deviation.
struct EffectsCoverage {
  double slope = 0;
  double ratings = 0;
  double advantage = 0;
  double deviation = 0;
};

inline EffectsCoverage effects_coverage(const Design& design, int events) {
  rating::BtOptions options;
  options.scale = rating::Scale::odds;
  Simulation simulation(design);
  EffectsCoverage sum;
  for (int event = 0; event < events; ++event) {
    const rating::BtList list = rate_bt(simulation.play(), options).at(0);
    sum.slope += slope_of(list, design) / events;
    sum.deviation += list.opening_sd.value_or(0) / events;
    sum.advantage += std::abs(list.first_move_advantage - design.advantage) <=
                             list.first_move_advantage_error.value_or(0)
                         ? 1.0 / events
                         : 0;
    for (const rating::RatedPlayer& player : list.players) {
      const bool covers = std::abs(*player.rating - strength_of(player, design)) <= *player.error;
      sum.ratings += covers ? 1.0 / events / static_cast<double>(design.players) : 0;
    }
  }
  return sum;
}

}  // namespace schiri::opening_events
