#include <algorithm>
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
  Newton(const DavidsonModel& model, const DavidsonPriors& priors, std::size_t dense_limit,
         std::vector<double> start)
      : model_(model),
        priors_(priors),
        solver_(dense_limit),
        parameters_(std::move(start)),
        current_{0, {}, PairMatrix(0)} {
    if (parameters_.empty()) {
      parameters_.resize(model.size());
      parameters_[model.players() + 1] = model.draw_parameter_between_equals();
    }
    current_ = evaluate(parameters_);
  }

  DavidsonFit run() {
    // The error after a step is about its square: a hundred millionth of an Elo.
    constexpr double small_step = 1e-5;
    const bool converged = maximise(
        parameters_, current_, small_step, [&](const auto& trial) { return evaluate(trial); },
        [&](const Evaluation& there) { return step(there); });
    const double log_likelihood = current_.log_likelihood + penalty(parameters_);
    return {std::move(parameters_),      log_likelihood, std::move(current_.information),
            std::move(current_.with_sd), current_.sd,    converged};
  }

 private:
  static constexpr double tolerance = 1e-5;

  /// A direction with almost no curvature has no maximum, and no step: its standard deviation would
  /// be more than a hundred thousand Elo.
  std::optional<std::vector<double>> step(const Evaluation& there) {
    std::vector<double> step = model_.has_opening_effects()
                                   ? step_with_effects(there)
                                   : solver_.solve(there.information, there.gradient, tolerance);
    const double largest = greatest_size(step), gain = dot(step, there.gradient);
    if (!std::isfinite(largest) || !std::isfinite(gain) || (gain < 1e-7 && largest > 0.1)) {
      return std::nullopt;
    }
    return step;
  }

  /// Eliminates the openings' standard deviation. The log-likelihood is not concave in it, so a
  /// step at most halves or doubles it.
  std::vector<double> step_with_effects(const Evaluation& there) {
    const double sd = parameters_.back();
    const std::span<const double> gradient = there.gradient;
    const std::vector<double> response = solver_.solve(there.information, there.with_sd, tolerance);
    const double slope = gradient.back() - dot(response, gradient.first(response.size()));
    const double curvature = there.sd - dot(response, there.with_sd);
    const double wanted = curvature > 0 ? slope / curvature : slope > 0 ? sd : -sd;
    const double change = std::clamp(wanted, -sd / 2, sd);
    std::vector<double> right(gradient.begin(), gradient.end() - 1);
    for (std::size_t i = 0; i < right.size(); ++i) right[i] -= change * there.with_sd[i];
    std::vector<double> step = solver_.solve(there.information, right, tolerance);
    step.push_back(change);
    return step;
  }

  double precision(std::size_t i) const {
    if (i < model_.players()) return priors_.rating_precision;
    return i < model_.players() + PairMatrix::shared ? priors_.shared_precision
                                                     : precision_of(shared_sd);
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
    if (model_.has_opening_effects()) result.sd += precision(parameters.size() - 1);
    if (!priors_.fit_advantage) hold(result, 0);
    if (!model_.has_draws()) hold(result, 1);
    return result;
  }

  void hold(Evaluation& result, std::size_t which) const {
    result.gradient[model_.players() + which] = 0;
    if (!result.with_sd.empty()) result.with_sd[model_.players() + which] = 0;
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
                         std::size_t dense_limit, std::vector<double> start) {
  return Newton(model, priors, dense_limit, std::move(start)).run();
}

void add_opening_effects(DavidsonModel& model, DavidsonFit& fit, const DavidsonPriors& priors,
                         std::size_t dense_limit) {
  double sd = model.opening_sd_estimate(fit.parameters);
  if (sd == 0) return;
  // From a point with almost no effect the fit would need many steps.
  sd = std::clamp(sd, 0.05, 3.0);
  DavidsonFit found{fit.parameters, 0, PairMatrix(0), {}, 0, false};
  found.parameters.push_back(sd);
  for (double largest = 0; sd > largest;) {
    largest = std::max(1.0, 1.5 * sd);
    model.set_opening_effects(largest);
    found = fit_davidson(model, priors, dense_limit, std::move(found.parameters));
    if (!found.converged) {
      model.set_opening_effects(0);
      return;
    }
    sd = found.parameters.back();
  }
  fit = std::move(found);
}

}  // namespace schiri::rating
