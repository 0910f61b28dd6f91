#include "core/rating/numerics/sampled_variances.h"

#include <cmath>
#include <cstdint>

#include "core/base/random.h"

namespace schiri::rating {

namespace {

constexpr std::uint64_t sample_seed = 1;
constexpr std::size_t least_batches = 4, most_batches = 128;
constexpr double wanted_error = 0.005;

class VarianceSampling {
 public:
  explicit VarianceSampling(const PairSystem& system)
      : system_(system),
        elimination_(system.elimination()),
        squares_(system.players()),
        spreads_(elimination_.steps().size()) {}

  std::vector<double> run(SamplingPlan& plan) {
    if (plan.batches == 0) {
      make_plan(plan);
    } else {
      while (batches_ < plan.batches) add_batch();
    }
    return variances(plan);
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
    for (std::size_t i = 0; i < core.size(); ++i) {
      const Lanes rest = values[core[i]] - right[i] * system_.inverse_pivots()[i];
      squares_[core[i]] += total(rest * rest);
    }
    for (std::size_t s = 0; s < spreads_.size(); ++s) add_step(s, values);
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

  const PairSystem& system_;
  const PairElimination& elimination_;
  std::size_t batches_ = 0;
  /// Sums over the samples: of squares of what is not exact for a player, and of the neighbours'
  /// spread for a step.
  std::vector<double> squares_, spreads_;
};

}  // namespace

std::vector<double> sampled_variances(const PairSystem& system, SamplingPlan& plan) {
  return VarianceSampling(system).run(plan);
}

}  // namespace schiri::rating
