#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/rating/numerics/pair_matrix.h"

namespace schiri::rating {

/// A solution, and whether it has the requested accuracy.
struct IteratedSolution {
  std::vector<double> solution;
  bool is_accurate = false;
};

/// Solves a positive semidefinite system by conjugate gradients. `precondition(residual, result)`
/// multiplies by an approximate inverse; `goal(power)`: the target power of the residual, given the
/// first one.
template <class Precondition, class Goal>
IteratedSolution conjugate_gradients(const PairMatrix& matrix, std::span<const double> right,
                                     std::size_t most_steps, const Precondition& precondition,
                                     const Goal& goal) {
  const std::size_t size = matrix.size();
  IteratedSolution found{std::vector<double>(size)};
  std::vector<double> residual(right.begin(), right.end()), led(size), image(size);
  precondition(residual, led);
  std::vector<double> direction = led;
  double power = dot(residual, led);
  const double enough = goal(power);
  for (std::size_t i = 0; i < most_steps && power > enough; ++i) {
    matrix.multiply(direction, image);
    const double curvature = dot(direction, image);
    if (!(curvature > 0)) return found;
    const double length = power / curvature;
    for (std::size_t k = 0; k < size; ++k) {
      found.solution[k] += length * direction[k];
      residual[k] -= length * image[k];
    }
    precondition(residual, led);
    const double next = dot(residual, led);
    for (std::size_t k = 0; k < size; ++k) direction[k] = led[k] + next / power * direction[k];
    power = next;
  }
  found.is_accurate = power <= enough;
  return found;
}

}  // namespace schiri::rating
