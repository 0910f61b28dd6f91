#include <cmath>
#include <utility>

#include "core/rating/models/davidson.h"
#include "core/rating/numerics/newton.h"
#include "core/rating/numerics/pair_solver.h"

namespace schiri::rating {

namespace {

using Evaluation = DavidsonModel::Evaluation;

/// Newton's method on the log-likelihood plus the logarithm of the priors.
class Newton {
 public:
  Newton(const DavidsonModel& model, const DavidsonPriors& priors, std::size_t dense_limit)
      : model_(model),
        priors_(priors),
        solver_(dense_limit),
        parameters_(model.players() + PairMatrix::shared),
        current_{0, {}, PairMatrix(0)} {
    parameters_.back() = model.draw_parameter_between_equals();
    current_ = evaluate(parameters_);
  }

  DavidsonFit run() {
    // The error after a step is about its square: a hundred millionth of an Elo.
    constexpr double small_step = 1e-5;
    const bool converged = maximise(
        parameters_, current_, small_step, [&](const auto& trial) { return evaluate(trial); },
        [&](const Evaluation& there) { return step(there); });
    const double log_likelihood = current_.log_likelihood + penalty(parameters_);
    return {std::move(parameters_), log_likelihood, std::move(current_.information), converged};
  }

 private:
  /// A direction with almost no curvature has no maximum, and no step: its standard deviation would
  /// be more than a hundred thousand Elo.
  std::optional<std::vector<double>> step(const Evaluation& there) {
    std::vector<double> step = solver_.solve(there.information, there.gradient, 1e-5);
    const double largest = greatest_size(step), gain = dot(step, there.gradient);
    if (!std::isfinite(largest) || !std::isfinite(gain) || (gain < 1e-7 && largest > 0.1)) {
      return std::nullopt;
    }
    return step;
  }

  double precision(std::size_t i) const {
    return i < model_.players() ? priors_.rating_precision : priors_.shared_precision;
  }

  /// The penalty of the priors on the log-likelihood.
  double penalty(const std::vector<double>& parameters) const {
    double sum = 0;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      sum += precision(i) * parameters[i] * parameters[i] / 2;
    }
    for (const DavidsonPriors::Distance& one : priors_.distances) {
      const double off = parameters[one.i] - parameters[one.j] - one.mean;
      sum += one.precision * off * off / 2;
    }
    return sum;
  }

  /// Value, gradient and information with the priors, unfitted parameters held.
  Evaluation evaluate(const std::vector<double>& parameters) const {
    Evaluation result = model_.evaluate(parameters);
    result.log_likelihood -= penalty(parameters);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      result.gradient[i] -= precision(i) * parameters[i];
    }
    result.information.add_diagonal(priors_.rating_precision);
    result.information.add_corner({priors_.shared_precision, 0, priors_.shared_precision});
    for (const DavidsonPriors::Distance& one : priors_.distances) {
      const double pull = one.precision * (parameters[one.i] - parameters[one.j] - one.mean);
      result.gradient[one.i] -= pull;
      result.gradient[one.j] += pull;
      result.information.add(one.i, one.j, one.precision, {});
    }
    if (!priors_.fit_advantage) hold(result, 0);
    if (!model_.has_draws()) hold(result, 1);
    return result;
  }

  void hold(Evaluation& result, std::size_t which) const {
    result.gradient[model_.players() + which] = 0;
    result.information.fix(which);
  }

  const DavidsonModel& model_;
  const DavidsonPriors& priors_;
  PairSolver solver_;
  std::vector<double> parameters_;
  Evaluation current_;
};

}  // namespace

DavidsonFit fit_davidson(const DavidsonModel& model, const DavidsonPriors& priors,
                         std::size_t dense_limit) {
  return Newton(model, priors, dense_limit).run();
}

}  // namespace schiri::rating
