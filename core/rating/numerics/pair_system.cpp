#include "core/rating/numerics/pair_system.h"

#include <algorithm>
#include <numeric>

#include "core/rating/numerics/pair_solver.h"

namespace schiri::rating {

namespace {

/// Players with more neighbours stay in the core. More elimination costs more than it saves.
constexpr std::size_t most_neighbours = 16;

void multiply(const PairMatrix& matrix, const LaneVector& vector, LaneVector& result) {
  const std::span<const double> own = matrix.own_diagonal();
  for (std::size_t i = 0; i < own.size(); ++i) result[i] = vector[i] * own[i];
  for (const PairMatrix::Edge& edge : matrix.edges()) {
    const Lanes flow = (vector[edge.i] - vector[edge.j]) * edge.weight;
    result[edge.i] += flow;
    result[edge.j] -= flow;
  }
}

LaneVector multiply(const SquareMatrix& matrix, const LaneVector& vector) {
  LaneVector result(vector.size());
  for (std::size_t i = 0; i < vector.size(); ++i) {
    const double* const row = matrix.row(i);
    for (std::size_t j = 0; j < vector.size(); ++j) result[i] += vector[j] * row[j];
  }
  return result;
}

/// Divides by `divisor`; 0 where that is not positive, so that a solved lane stays as it is.
void divide(Lanes& numbers, const Lanes& divisor) {
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    numbers[lane] = divisor[lane] > 0 ? numbers[lane] / divisor[lane] : 0;
  }
}

bool is_above(const Lanes& a, const Lanes& b) {
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    if (a[lane] > b[lane]) return true;
  }
  return false;
}

}  // namespace

PairSystem::PairSystem(const PairMatrix& matrix, std::size_t most_dense)
    : matrix_(matrix), elimination_(matrix, most_neighbours) {
  const std::vector<double> diagonal = elimination_.core_matrix().diagonal();
  for (std::size_t i = 0; i < elimination_.core().size(); ++i) {
    inverse_pivots_.push_back(diagonal[i] > 0 ? 1 / diagonal[i] : 0);
  }
  const std::span<const double> own = matrix.own_diagonal();
  ground_ = std::accumulate(own.begin(), own.end(), 0.0);
  double weights = 0;
  for (const PairMatrix::Edge& edge : matrix.edges()) weights += edge.weight;
  constexpr double vanishing = 1e-13;
  is_free_ = !(ground_ > vanishing * weights);
  is_small_ = elimination_.core().size() <= most_dense;
  if (is_small_) invert_core();
}

void PairSystem::invert_core() {
  if (is_free_) {
    core_inverse_ = centred_inverse(elimination_.core_matrix());
    return;
  }
  core_inverse_ = elimination_.core_matrix().full();
  if (!invert_positive_definite(*core_inverse_)) core_inverse_.reset();
}

LaneVector PairSystem::solve(LaneVector right) const {
  const auto core = elimination_.core();
  elimination_.forward(std::span(right));
  LaneVector part(core.size());
  for (std::size_t i = 0; i < core.size(); ++i) part[i] = right[core[i]];
  part = solve_core(part);
  for (std::size_t i = 0; i < core.size(); ++i) right[core[i]] = part[i];
  elimination_.backward(std::span(right));
  return right;
}

LaneVector PairSystem::solve_core(const LaneVector& right) const {
  return core_inverse_ ? multiply(*core_inverse_, right) : iterate(right);
}

/// Conjugate gradients, preconditioned by the diagonal.
LaneVector PairSystem::iterate(const LaneVector& right) const {
  constexpr double tolerance = 1e-8;
  const std::size_t n = right.size(), most_steps = 10 * n + 1000;
  LaneVector solution(n), residual = right, led(n), direction(n), image(n);
  Lanes power{}, enough{}, next{}, curvature{};
  for (std::size_t step = 0; step < most_steps; ++step) {
    for (std::size_t i = 0; i < n; ++i) led[i] = residual[i] * inverse_pivots_[i];
    set_dot(next, residual, led);
    if (step == 0) enough = next * (tolerance * tolerance);
    if (!is_above(next, enough)) break;
    Lanes kept = next;
    divide(kept, power);
    power = next;
    for (std::size_t i = 0; i < n; ++i) direction[i] = led[i] + direction[i] * kept;
    multiply(elimination_.core_matrix(), direction, image);
    set_dot(curvature, direction, image);
    Lanes length = power;
    divide(length, curvature);
    for (std::size_t i = 0; i < n; ++i) {
      solution[i] += direction[i] * length;
      residual[i] -= image[i] * length;
    }
  }
  return solution;
}

}  // namespace schiri::rating
