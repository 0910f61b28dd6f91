#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/rating/numerics/spd_inverse.h"

namespace schiri::rating {

/// A backtracking line search: moves `at` by `length` times the step, or half of it, and so on, at
/// most `tries` times. `accepts(trial, length)` returns whether a point is acceptable. False, with
/// `at` unchanged, if none is.
template <class Accepts>
bool move_along(std::vector<double>& at, std::span<const double> step, double length, int tries,
                const Accepts& accepts) {
  for (; tries > 0; --tries, length /= 2) {
    std::vector<double> trial = at;
    for (std::size_t i = 0; i < trial.size(); ++i) trial[i] += length * step[i];
    if (!accepts(trial, length)) continue;
    at = std::move(trial);
    return true;
  }
  return false;
}

/// The share of the predicted gain that a step must achieve (L. Armijo 1966).
inline constexpr double least_share_of_gain = 1e-4;

/// The maximum norm.
inline double greatest_size(std::span<const double> vector) {
  double greatest = 0;
  for (const double entry : vector) greatest = std::max(greatest, std::abs(entry));
  return greatest;
}

/// Maximises a concave log-likelihood by Newton's method with step halving, from `at`, at which its
/// evaluation is `there` (`log_likelihood`, `gradient`, and data for `solve`); both are updated.
/// `evaluate(parameters)`; `solve(evaluation)`: the step, nullopt if there is none. Returns whether
/// the last step was smaller than `small_step`.
template <class Evaluation, class Evaluate, class Solve>
bool maximise(std::vector<double>& at, Evaluation& there, double small_step,
              const Evaluate& evaluate, const Solve& solve) {
  constexpr int most_steps = 200, most_halvings = 40;
  for (int i = 0; i < most_steps; ++i) {
    const std::optional<std::vector<double>> step = solve(there);
    if (!step) return false;
    const double gain = dot(*step, there.gradient);
    const double before = there.log_likelihood, noise = 1e-12 * (1 + std::abs(before));
    const bool has_moved =
        move_along(at, *step, 1, most_halvings, [&](const auto& trial, double length) {
          Evaluation next = evaluate(trial);
          if (!(next.log_likelihood >= before + least_share_of_gain * length * gain - noise))
            return false;
          there = std::move(next);
          return true;
        });
    if (!has_moved) return false;
    if (greatest_size(*step) < small_step) return true;
  }
  return false;
}

}  // namespace schiri::rating
