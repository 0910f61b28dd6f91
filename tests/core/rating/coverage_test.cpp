#include "core/base/random.h"
#include "core/rating/models/bt.h"
#include "tests/catch.h"

namespace rating_coverage_test {

// Simulated lists, to count how often 95 % intervals cover the truth.

using rating::PlayerId;

enum class Layout : std::uint8_t { round_robin, gauntlet, ladder, swiss };

/// Ratings are drawn for each list: normal with `sd`, or `step` apart from player to player. White
/// is expected to make L(difference + 40), over all openings, and a game with the expected score s
/// is drawn with the probability 4 s (1 - s) times `draws`; if that is negative, each two players
/// have a rate of their own between 0 and 0.9. Games are colour-swapped pairs, and the k-th pair of
/// each two players begins with the k-th opening, whose advantage for White is normal with
/// `opening_sd`; in a Swiss, which pairs by points without rematches, they are single games.
struct Design {
  const char* name;
  Layout layout;
  PlayerId players;
  int games;  ///< of each two who meet; in a Swiss: rounds
  double sd = 0;
  double step = 0;
  double draws = 0.3;
  double opening_sd = 0;
};

constexpr std::array designs = {
    Design{"round-robin of 6, 2 games, equal", Layout::round_robin, 6, 2},
    Design{"round-robin of 6, 4 games, equal", Layout::round_robin, 6, 4},
    Design{"round-robin of 6, 20 games, equal", Layout::round_robin, 6, 20},
    Design{"round-robin of 6, 2 games, sd 200", Layout::round_robin, 6, 2, 200},
    Design{"round-robin of 6, 4 games, sd 200", Layout::round_robin, 6, 4, 200},
    Design{"round-robin of 6, 20 games, sd 200", Layout::round_robin, 6, 20, 200},
    Design{"round-robin of 4, 10 games, equal", Layout::round_robin, 4, 10},
    Design{"gauntlet of 8, 20 games, sd 200", Layout::gauntlet, 8, 20, 200},
    Design{"ladder of 11, 350 apart, 50 pairs", Layout::ladder, 11, 100, 0, 350},
    Design{"round-robin of 8, 500 apart", Layout::round_robin, 8, 20, 0, 500},
    Design{"draws 0 %", Layout::round_robin, 6, 20, 200, 0, 0},
    Design{"draws 60 %", Layout::round_robin, 6, 20, 200, 0, 0.6},
    Design{"draws differ between pairs", Layout::round_robin, 6, 20, 200, 0, -1},
    Design{"20 openings, sd 0", Layout::round_robin, 6, 40, 200, 0, 0.3, 0},
    Design{"20 openings, sd 150", Layout::round_robin, 6, 40, 200, 0, 0.3, 150},
    Design{"20 openings, sd 300", Layout::round_robin, 6, 40, 200, 0, 0.3, 300},
    Design{"Swiss of 16, 9 rounds, equal", Layout::swiss, 16, 9},
    Design{"Swiss of 16, 9 rounds, sd 200", Layout::swiss, 16, 9, 200},
};

/// Shares from 0 to 1, and Elo.
struct Coverage {
  double mean = 0;   ///< over players
  double worst = 1;  ///< of a player
  double advantage = 0;
  int advantages = 0;  ///< lists whose advantage has an error
};

class Simulation {
 public:
  explicit Simulation(const Design& design, std::uint64_t seed = 1)
      : design_(design), rng_(seed), truth_(design.players) {}

  Coverage run(int lists) {
    Coverage sum;
    std::vector<double> covered(design_.players);
    for (int k = 0; k < lists; ++k) {
      const auto rated = rating::rate_bt(play());
      for (const rating::RatedPlayer& player : rated.front().players) {
        const auto index = static_cast<std::size_t>(std::stoi(player.name));
        const double error = *player.rating - 1500 - truth_[index];
        covered[index] += std::abs(error) <= *player.error;
      }
      const auto& advantage = rated.front();
      if (!advantage.first_move_advantage_error) continue;
      ++sum.advantages;
      sum.advantage += std::abs(advantage.first_move_advantage - mean_advantage) <=
                       *advantage.first_move_advantage_error;
    }
    for (double& share : covered) share /= lists;
    sum.mean = std::accumulate(covered.begin(), covered.end(), 0.0) / design_.players;
    sum.worst = *std::min_element(covered.begin(), covered.end());
    sum.advantage /= std::max(sum.advantages, 1);
    return sum;
  }

 private:
  static constexpr double mean_advantage = 40;

  double uniform() { return rng_.uniform() + 0x1p-54; }
  double normal() {
    return std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform());
  }

  rating::GameCounts play() {
    for (PlayerId i = 0; i < design_.players; ++i) {
      truth_[i] = design_.step > 0 ? design_.step * i : design_.sd * normal();
    }
    const double mean = std::accumulate(truth_.begin(), truth_.end(), 0.0) / design_.players;
    for (double& rating : truth_) rating -= mean;
    rating::GameCounts counts("g", "standard");
    for (PlayerId i = 0; i < design_.players; ++i) counts.player(std::to_string(i));
    openings_.clear();
    for (int k = 0; k < design_.games / 2; ++k) {
      openings_.push_back(design_.opening_sd * normal());
    }
    switch (design_.layout) {
      case Layout::round_robin:
        for (PlayerId i = 0; i < design_.players; ++i) {
          for (PlayerId j = i + 1; j < design_.players; ++j) meet(i, j, counts);
        }
        break;
      case Layout::gauntlet:
        for (PlayerId j = 1; j < design_.players; ++j) meet(0, j, counts);
        break;
      case Layout::ladder:
        for (PlayerId j = 1; j < design_.players; ++j) meet(j - 1, j, counts);
        break;
      case Layout::swiss:
        play_swiss(counts);
        break;
    }
    counts.finish();
    return counts;
  }

  void meet(PlayerId i, PlayerId j, rating::GameCounts& counts) {
    const double draws = design_.draws < 0 ? 0.9 * uniform() : design_.draws;
    const double one = lead(i, j), other = lead(j, i);
    for (std::size_t k = 0; k < openings_.size(); ++k) {
      const Outcome first = result(one + openings_[k], draws),
                    second = result(other + openings_[k], draws);
      counts.add_pairs(i, j, first, second, 1);
      counts.add_opening(k, i, j, first);
      counts.add_opening(k, j, i, second);
    }
  }

  /// White's lead in an opening of mean advantage: the mean score over all openings is that of Elo.
  double lead(PlayerId white, PlayerId black) const {
    const double wanted = rating::expected_score(truth_[white] - truth_[black] + mean_advantage);
    if (design_.opening_sd == 0) return rating::elo_of_score(wanted);
    const auto mean_score = [&](double lead) {
      constexpr int steps = 16;
      double sum = 0, weights = 0;
      for (int k = -steps; k <= steps; ++k) {
        const double z = 4.0 * k / steps, weight = std::exp(-z * z / 2);
        sum += weight * rating::expected_score(lead + design_.opening_sd * z);
        weights += weight;
      }
      return sum / weights;
    };
    double low = -5000, high = 5000;
    while (high - low > 1e-6) {
      const double middle = (low + high) / 2;
      (mean_score(middle) < wanted ? low : high) = middle;
    }
    return low;
  }

  Outcome result(double lead, double draws) {
    const double score = rating::expected_score(lead);
    const double drawn = std::min(4 * score * (1 - score) * draws, 2 * std::min(score, 1 - score));
    const double point = uniform(), won = score - drawn / 2;
    return point < won           ? Outcome::white_wins
           : point < won + drawn ? Outcome::draw
                                 : Outcome::black_wins;
  }

  using Couples = std::vector<std::pair<PlayerId, PlayerId>>;

  void play_swiss(rating::GameCounts& counts) {
    std::vector<double> points(design_.players), chance(design_.players);
    std::vector<int> whites(design_.players);
    std::set<std::pair<PlayerId, PlayerId>> met;
    for (double& number : chance) number = uniform();
    for (int round = 0; round < design_.games; ++round) {
      std::vector<PlayerId> order(design_.players);
      std::iota(order.begin(), order.end(), PlayerId{0});
      std::sort(order.begin(), order.end(), [&](PlayerId a, PlayerId b) {
        return std::pair(-points[a], chance[a]) < std::pair(-points[b], chance[b]);
      });
      Couples couples;
      pair(order, met, couples);
      for (auto [white, black] : couples) {
        met.insert(std::minmax(white, black));
        if (whites[white] > whites[black] || (whites[white] == whites[black] && uniform() < 0.5)) {
          std::swap(white, black);
        }
        ++whites[white];
        --whites[black];
        const Outcome outcome = result(lead(white, black), design_.draws);
        counts.add_games(white, black, rating::one_result(outcome, 1));
        points[white] += rating::points_of_white(outcome);
        points[black] += 1 - rating::points_of_white(outcome);
      }
    }
  }

  /// Pairs the first of the order with the next one it has not met, and so on, with backtracking.
  static bool pair(std::vector<PlayerId> order, const std::set<std::pair<PlayerId, PlayerId>>& met,
                   Couples& couples) {
    if (order.empty()) return true;
    const PlayerId first = order.front();
    for (std::size_t k = 1; k < order.size(); ++k) {
      if (met.contains(std::minmax(first, order[k]))) continue;
      std::vector<PlayerId> rest = order;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(k));
      rest.erase(rest.begin());
      couples.emplace_back(first, order[k]);
      if (pair(std::move(rest), met, couples)) return true;
      couples.pop_back();
    }
    return false;
  }

  Design design_;
  Rng rng_;
  std::vector<double> truth_;
  std::vector<double> openings_;
};

TEST_CASE("bt: 95 % intervals cover the truth in all designs", "[long]") {
  for (const Design& design : designs) {
    const Coverage seen = Simulation(design).run(1000);
    CAPTURE(design.name, seen.mean, seen.worst, seen.advantage);
    // The standard error of a player's share is 0.7 %, that of the mean up to as much.
    CHECK(seen.mean >= 0.925);
    CHECK(seen.mean <= 0.975);
    CHECK(seen.worst >= 0.9);
    if (seen.advantages == 0) continue;
    CHECK(seen.advantage >= 0.92);
    CHECK(seen.advantage <= 0.975);
  }
}

}  // namespace rating_coverage_test
