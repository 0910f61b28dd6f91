#include "core/rating/numerics/sampled_variances.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tuple>

#include "core/base/random.h"

namespace schiri::rating {

namespace {

constexpr std::uint64_t sample_seed = 1;
constexpr std::size_t least_batches = 4, most_batches = 128, batches_for_differences = 32;
constexpr double wanted_error = 0.005;

/// Two neighbours of a ranking: the first is eliminated before the second, or both are of the core.
struct RankedPair {
  std::size_t first;
  std::size_t second;
  double exact = 0;        ///< the part of their covariance that is not sampled
  double covariance = 0;   ///< the sum over the samples of the other part
  double differences = 0;  ///< the sum of the squared differences
};

/// The pairs of a ranking.
class RankedPairs {
 public:
  RankedPairs(const PairSystem& system, std::span<const std::size_t> ranking)
      : elimination_(system.elimination()), order_(system.players(), in_core) {
    if (ranking.empty()) return;
    for (std::size_t s = 0; s < elimination_.steps().size(); ++s) {
      order_[elimination_.steps()[s].player] = s;
    }
    for (std::size_t k = 0; k + 1 < ranking.size(); ++k) {
      const auto [first, second] =
          std::minmax(ranking[k], ranking[k + 1], [&](std::size_t a, std::size_t b) {
            return std::tie(order_[a], a) < std::tie(order_[b], b);
          });
      pairs_.push_back({first, second});
    }
    add_centring(system);
    add_edges(system);
  }

  bool empty() const { return pairs_.empty(); }
  const std::vector<RankedPair>& pairs() const { return pairs_; }

  /// `rests`: the values without the players' own parts.
  void add(const LaneVector& values, const LaneVector& rests) {
    for (RankedPair& pair : pairs_) {
      const Lanes& other = is_core(pair) ? rests[pair.second] : values[pair.second];
      const Lanes difference = values[pair.first] - values[pair.second];
      pair.covariance += total(rests[pair.first] * other);
      pair.differences += total(difference * difference);
    }
  }

  bool is_core(const RankedPair& pair) const { return order_[pair.first] == in_core; }

 private:
  static constexpr std::size_t in_core = std::numeric_limits<std::size_t>::max();

  /// Each player's own part moves the mean, which is held fixed.
  void add_centring(const PairSystem& system) {
    const auto players = static_cast<double>(system.players());
    std::vector<double> shares(system.players(), 1.0);
    elimination_.forward(std::span(shares));
    const auto core = elimination_.core();
    for (std::size_t i = 0; i < core.size(); ++i) {
      shares[core[i]] *= system.inverse_pivots()[i] / players;
    }
    for (const PairElimination::Step& step : elimination_.steps()) {
      shares[step.player] /= step.pivot * players;
    }
    for (RankedPair& pair : pairs_) {
      pair.exact = -shares[pair.first] - (is_core(pair) ? shares[pair.second] : 0);
    }
  }

  /// Games between two players of the core correlate their own parts.
  void add_edges(const PairSystem& system) {
    const auto core = elimination_.core();
    std::vector<std::pair<std::pair<std::size_t, std::size_t>, std::size_t>> known;
    for (std::size_t k = 0; k < pairs_.size(); ++k) {
      if (is_core(pairs_[k])) known.push_back({{pairs_[k].first, pairs_[k].second}, k});
    }
    std::sort(known.begin(), known.end());
    for (const PairMatrix::Edge& edge : elimination_.core_matrix().edges()) {
      const std::pair<std::size_t, std::size_t> players =
          std::minmax(std::size_t{core[edge.i]}, std::size_t{core[edge.j]});
      const auto found =
          std::lower_bound(known.begin(), known.end(), players,
                           [](const auto& one, const auto& wanted) { return one.first < wanted; });
      if (found == known.end() || found->first != players) continue;
      pairs_[found->second].exact +=
          edge.weight * system.inverse_pivots()[edge.i] * system.inverse_pivots()[edge.j];
    }
  }

  const PairElimination& elimination_;
  std::vector<std::size_t> order_;  ///< the step of each player
  std::vector<RankedPair> pairs_;
};

class VarianceSampling {
 public:
  VarianceSampling(const PairSystem& system, std::span<const std::size_t> ranking)
      : system_(system),
        elimination_(system.elimination()),
        ranked_(system, ranking),
        squares_(system.players()),
        spreads_(elimination_.steps().size()) {}

  SampledVariances run(SamplingPlan& plan) {
    if (plan.batches == 0) {
      make_plan(plan);
    } else {
      while (batches_ < plan.batches) add_batch();
    }
    SampledVariances all{variances(plan), {}};
    all.differences = differences(all.ratings, plan);
    return all;
  }

  std::vector<double> run_differences(const std::vector<double>& ratings, SamplingPlan& plan) {
    while (batches_ < batches_for_differences) add_batch();
    return differences(ratings, plan);
  }

 private:
  void make_plan(SamplingPlan& plan) {
    while (batches_ < least_batches || (batches_ < most_batches && error() > wanted_error)) {
      add_batch();
    }
    plan.batches = batches_;
    for (std::size_t s = 0; s < spreads_.size(); ++s) {
      plan.by_spread.push_back(spreads_[s] < squares_[elimination_.steps()[s].player]);
    }
  }

  double samples() const { return static_cast<double>(batches_ * lanes); }

  /// The standard error of the standard deviations of the core, as a share of these.
  double error() const {
    const auto core = elimination_.core();
    double sum = 0;
    for (std::size_t i = 0; i < core.size(); ++i) {
      const double sampled = squares_[core[i]] / samples();
      const double share = sampled / (sampled + system_.inverse_pivots()[i]);
      sum += share * share;
    }
    return std::sqrt(sum / static_cast<double>(core.size()) / (2 * samples()));
  }

  void add_batch() {
    LaneSigns signs(derive_seed(sample_seed, batches_++));
    const LaneVector right = noise(signs);
    const LaneVector values = solution(right, signs);
    const auto core = elimination_.core();
    if (!ranked_.empty()) rests_.resize(values.size());
    for (std::size_t i = 0; i < core.size(); ++i) {
      const Lanes rest = values[core[i]] - right[i] * system_.inverse_pivots()[i];
      squares_[core[i]] += total(rest * rest);
      if (!ranked_.empty()) rests_[core[i]] = rest;
    }
    for (std::size_t s = 0; s < spreads_.size(); ++s) add_step(s, values);
    ranked_.add(values, rests_);
  }

  /// A random right-hand side of the core whose covariance is the core's matrix.
  LaneVector noise(LaneSigns& signs) const {
    const PairMatrix& matrix = elimination_.core_matrix();
    LaneVector right(matrix.ratings());
    for (std::size_t i = 0; i < right.size() && !system_.is_free(); ++i) {
      right[i] = signs() * std::sqrt(matrix.own_diagonal()[i]);
    }
    for (const PairMatrix::Edge& edge : matrix.edges()) {
      const Lanes push = signs() * std::sqrt(edge.weight);
      right[edge.i] += push;
      right[edge.j] -= push;
    }
    return right;
  }

  /// The solution of all, the mean of the ratings 0.
  LaneVector solution(const LaneVector& right, LaneSigns& signs) const {
    LaneVector values(system_.players());
    const auto core = elimination_.core();
    const LaneVector of_core = system_.solve_core(right);
    for (std::size_t i = 0; i < core.size(); ++i) values[core[i]] = of_core[i];
    for (const PairElimination::Step& step : elimination_.steps()) {
      values[step.player] = signs() * std::sqrt(step.pivot);
    }
    elimination_.backward(std::span(values));
    centre(values);
    return values;
  }

  /// The weighted mean of a step's neighbours: its square, and the spread of the neighbours about
  /// it.
  void add_step(std::size_t s, const LaneVector& values) {
    const PairElimination::Step& step = elimination_.steps()[s];
    Lanes mean{}, square{};
    for (const auto& one : elimination_.neighbours(s)) {
      const Lanes part = values[one.player] * (one.weight / step.pivot);
      mean += part;
      square += part * values[one.player];
    }
    const double of_mean = total(mean * mean);
    squares_[step.player] += of_mean;
    if (!ranked_.empty()) rests_[step.player] = mean;
    spreads_[s] += total(square) * (1 - step.ground / step.pivot) - of_mean;
  }

  std::vector<double> variances(const SamplingPlan& plan) const {
    const auto players = static_cast<double>(system_.players());
    std::vector<double> mass(system_.players(), 1.0), values(system_.players());
    elimination_.forward(std::span(mass));
    const auto core = elimination_.core();
    for (std::size_t i = 0; i < core.size(); ++i) {
      const double own = 1 - 2 * mass[core[i]] / players;
      values[core[i]] = own * system_.inverse_pivots()[i] + squares_[core[i]] / samples();
    }
    const double of_mean = system_.is_free() ? 0 : 1 / system_.ground();
    for (std::size_t s = elimination_.steps().size(); s-- > 0;) {
      const PairElimination::Step& step = elimination_.steps()[s];
      const double lost = step.ground / step.pivot;
      values[step.player] = (1 - 2 * mass[step.player] / players) / step.pivot +
                            lost * lost * of_mean +
                            variance_of_neighbours(s, plan.by_spread[s], values);
    }
    return values;
  }

  /// The variance of the weighted mean of a step's neighbours, from samples of it or from their
  /// variances and samples of their spread, whichever is less random.
  double variance_of_neighbours(std::size_t s, bool by_spread,
                                const std::vector<double>& values) const {
    const PairElimination::Step& step = elimination_.steps()[s];
    if (!by_spread) return squares_[step.player] / samples();
    double sum = 0;
    for (const auto& one : elimination_.neighbours(s)) sum += one.weight * values[one.player];
    return (1 - step.ground / step.pivot) * sum / step.pivot - spreads_[s] / samples();
  }

  std::vector<double> differences(const std::vector<double>& ratings, SamplingPlan& plan) const {
    const auto& pairs = ranked_.pairs();
    const bool chooses = plan.by_difference.empty();
    std::vector<double> found;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const RankedPair& pair = pairs[k];
      const double one = ratings[pair.first], other = ratings[pair.second];
      const double by_difference = pair.differences / samples();
      const double covariance = pair.exact + pair.covariance / samples();
      if (chooses) {
        const double second = ranked_.is_core(pair) ? squares_[pair.second] / samples() : other;
        // Standard errors, apart from the same factor.
        const double of_covariance = 2 * std::sqrt(squares_[pair.first] / samples() * second);
        plan.by_difference.push_back(std::sqrt(2.0) * by_difference < of_covariance);
      }
      found.push_back(plan.by_difference[k] ? by_difference : one + other - 2 * covariance);
    }
    return found;
  }

  const PairSystem& system_;
  const PairElimination& elimination_;
  RankedPairs ranked_;
  LaneVector rests_;  ///< of the last batch, if there is a ranking
  std::size_t batches_ = 0;
  /// Sums over the samples: of squares of what is not exact for a player, and of the neighbours'
  /// spread for a step.
  std::vector<double> squares_, spreads_;
};

}  // namespace

SampledVariances sampled_variances(const PairSystem& system, std::span<const std::size_t> ranking,
                                   SamplingPlan& plan) {
  return VarianceSampling(system, ranking).run(plan);
}

std::vector<double> sampled_differences(const PairSystem& system,
                                        std::span<const std::size_t> ranking,
                                        const std::vector<double>& ratings, SamplingPlan& plan) {
  if (ranking.empty()) return {};
  return VarianceSampling(system, ranking).run_differences(ratings, plan);
}

}  // namespace schiri::rating
