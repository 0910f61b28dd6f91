#include "core/rating/models/whr_fit.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/rating/numerics/conjugate_gradients.h"
#include "core/rating/numerics/newton.h"

namespace schiri::rating {

namespace {

using Evaluation = DavidsonModel::Evaluation;

/// One tridiagonal matrix for each player's days, and one of two rows for the shared parameters.
class DayBlocks {
 public:
  DayBlocks(const PairMatrix& matrix, const WhrPriors& priors)
      : players_(priors.players), diagonal_(matrix.diagonal()), beside_(priors.variances.size()) {
    for (const WhrPlayer& player : players_) {
      for (std::size_t i = player.first + 1; i < player.first + player.days; ++i) {
        beside_[i] = -1 / priors.variances[i];
      }
    }
    pivots_ = diagonal_;
    for (const WhrPlayer& player : players_) {
      for (std::size_t i = player.first + 1; i < player.first + player.days; ++i) {
        pivots_[i] -= beside_[i] * beside_[i] / pivots_[i - 1];
      }
    }
  }

  /// Solves the system by elimination.
  void solve(std::span<const double> right, std::span<double> result) const {
    std::copy(right.begin(), right.end(), result.begin());
    for (const WhrPlayer& player : players_) {
      const std::size_t end = player.first + player.days;
      for (std::size_t i = player.first + 1; i < end; ++i) {
        result[i] -= beside_[i] / pivots_[i - 1] * result[i - 1];
      }
      for (std::size_t i = end; i-- > player.first;) {
        const double later = i + 1 < end ? beside_[i + 1] * result[i + 1] : 0;
        result[i] = (result[i] - later) / pivots_[i];
      }
    }
    for (std::size_t i = beside_.size(); i < result.size(); ++i) result[i] /= diagonal_[i];
  }

  /// The diagonal of the inverse, from elimination from both ends.
  std::vector<double> variances() const {
    std::vector<double> from_back(diagonal_.begin(),
                                  diagonal_.begin() + static_cast<std::ptrdiff_t>(beside_.size()));
    for (const WhrPlayer& player : players_) {
      for (std::size_t i = player.first + player.days; i-- > player.first + 1;) {
        from_back[i - 1] -= beside_[i] * beside_[i] / from_back[i];
      }
    }
    std::vector<double> variances(beside_.size());
    for (std::size_t i = 0; i < variances.size(); ++i) {
      variances[i] = 1 / (pivots_[i] + from_back[i] - diagonal_[i]);
    }
    return variances;
  }

 private:
  const std::vector<WhrPlayer>& players_;
  std::vector<double> diagonal_;
  std::vector<double> beside_;  ///< of each day and the one before
  std::vector<double> pivots_;
};

/// Newton's method with step halving.
class WhrNewton {
 public:
  WhrNewton(const DavidsonModel& model, const WhrPriors& priors)
      : model_(model),
        priors_(priors),
        parameters_(model.players() + PairMatrix::shared),
        current_(evaluate(parameters_)) {}

  WhrFit run() {
    // In natural units, a millionth of an Elo; the error after such a step is about its square.
    const double small_step = 1e-6 * std::log(10.0) / 800;
    maximise(
        parameters_, current_, small_step, [&](const auto& trial) { return evaluate(trial); },
        [&](const Evaluation& there) { return std::optional(step(there)); });
    return {std::move(parameters_), DayBlocks(current_.information, priors_).variances(),
            current_.log_likelihood};
  }

 private:
  /// Value, gradient and negative Hessian of the logarithm of the posterior density.
  Evaluation evaluate(const std::vector<double>& at) const {
    Evaluation result = model_.evaluate(at);
    for (const WhrPlayer& player : priors_.players) add_days(player, at, result);
    const double precision = priors_.shared_precision;
    for (std::size_t i = model_.players(); i < at.size(); ++i) {
      result.log_likelihood -= precision * at[i] * at[i] / 2;
      result.gradient[i] -= precision * at[i];
    }
    result.information.add_corner({precision, 0, precision});
    if (!model_.has_draws()) {
      result.gradient.back() = 0;
      result.information.fix(1);
    }
    return result;
  }

  void add_days(const WhrPlayer& player, const std::vector<double>& at, Evaluation& result) const {
    const std::size_t first = player.first;
    const double own = 1 / priors_.variances[first];
    result.log_likelihood -= own * at[first] * at[first] / 2;
    result.gradient[first] -= own * at[first];
    result.information.add_diagonal(first, own);
    for (std::size_t i = first + 1; i < first + player.days; ++i) {
      const double stiffness = 1 / priors_.variances[i], change = at[i] - at[i - 1];
      result.log_likelihood -= stiffness * change * change / 2;
      result.gradient[i] -= stiffness * change;
      result.gradient[i - 1] += stiffness * change;
      result.information.add(static_cast<std::uint32_t>(i - 1), static_cast<std::uint32_t>(i),
                             stiffness, {});
    }
  }

  /// Newton's step, as accurate as quadratic convergence needs.
  std::vector<double> step(const Evaluation& there) const {
    const DayBlocks blocks(there.information, priors_);
    return conjugate_gradients(
               there.information, there.gradient, 10 * parameters_.size() + 1000,
               [&](std::span<const double> residual, std::span<double> led) {
                 blocks.solve(residual, led);
               },
               [](double power) { return power * std::min(1e-4, power) * 1e-4; })
        .solution;
  }

  const DavidsonModel& model_;
  const WhrPriors& priors_;
  std::vector<double> parameters_;
  Evaluation current_;
};

}  // namespace

WhrFit fit_whr(const DavidsonModel& model, const WhrPriors& priors) {
  return WhrNewton(model, priors).run();
}

}  // namespace schiri::rating
