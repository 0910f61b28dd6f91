#include "core/rating/numerics/selected_inverse.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

namespace schiri::rating {

namespace {

using Neighbour = PairElimination::Neighbour;

/// Covariances of the players that are neighbours at some step, from the last step to the first.
class SelectedInverse {
 public:
  explicit SelectedInverse(const PairSystem& system)
      : elimination_(system.elimination()),
        core_inverse_(*system.core_inverse()),
        step_of_(system.players(), none),
        core_number_(system.players()),
        links_(elimination_.links()),
        variances_(system.players()) {
    const auto core = elimination_.core();
    for (std::uint32_t i = 0; i < core.size(); ++i) {
      core_number_[core[i]] = i;
      variances_[core[i]] = core_inverse_.at(i, i);
    }
    for (std::size_t s = 0; s < elimination_.steps().size(); ++s) {
      step_of_[elimination_.steps()[s].player] = s;
    }
  }

  std::vector<double> run() {
    for (std::size_t s = elimination_.steps().size(); s-- > 0;) add_step(s);
    return std::move(variances_);
  }

 private:
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  void add_step(std::size_t s) {
    const PairElimination::Step& step = elimination_.steps()[s];
    const auto list = elimination_.neighbours(s);
    const std::span<double> own(links_.data() + step.begin, list.size());
    for (std::size_t j = 0; j < list.size(); ++j) {
      own[j] += list[j].weight * variances_[list[j].player];
      for (std::size_t k = 0; k < j; ++k) {
        const double both = covariance(list[j].player, list[k].player);
        own[j] += list[k].weight * both;
        own[k] += list[j].weight * both;
      }
    }
    double sum = 1;
    for (std::size_t j = 0; j < list.size(); ++j) {
      own[j] /= step.pivot;
      sum += list[j].weight * own[j];
    }
    variances_[step.player] = sum / step.pivot;
  }

  /// Of two players that are neighbours when the first of them is eliminated.
  double covariance(std::uint32_t a, std::uint32_t b) const {
    if (step_of_[b] < step_of_[a]) std::swap(a, b);
    if (step_of_[a] == none) return core_inverse_.at(core_number_[a], core_number_[b]);
    const auto list = elimination_.neighbours(step_of_[a]);
    const auto place = std::lower_bound(
        list.begin(), list.end(), b,
        [](const Neighbour& one, std::uint32_t player) { return one.player < player; });
    return links_[elimination_.steps()[step_of_[a]].begin +
                  static_cast<std::size_t>(place - list.begin())];
  }

  const PairElimination& elimination_;
  const SquareMatrix& core_inverse_;
  std::vector<std::size_t> step_of_;
  std::vector<std::uint32_t> core_number_;
  std::vector<double> links_;  ///< covariances of a step's player and its neighbours
  std::vector<double> variances_;
};

}  // namespace

std::vector<double> selected_variances(const PairSystem& system) {
  std::vector<double> variances = SelectedInverse(system).run();
  const double share = 1 / static_cast<double>(system.players());
  const LaneVector with_mean = system.solve(LaneVector(system.players(), Lanes{} + share));
  double of_mean = 0;
  for (const Lanes& one : with_mean) of_mean += one[0] * share;
  for (std::size_t i = 0; i < variances.size(); ++i) variances[i] += of_mean - 2 * with_mean[i][0];
  return variances;
}

}  // namespace schiri::rating
