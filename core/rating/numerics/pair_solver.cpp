#include "core/rating/numerics/pair_solver.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace schiri::rating {

namespace {

/// Up to here an inverse costs less than thinking about it.
constexpr std::size_t always_dense = 64;
/// How many steps of conjugate gradients before a new inverse is taken.
constexpr std::size_t patience = 40;

void centre(std::span<double> ratings) {
  if (ratings.empty()) return;
  const double mean =
      std::accumulate(ratings.begin(), ratings.end(), 0.0) / static_cast<double>(ratings.size());
  for (double& rating : ratings) rating -= mean;
}

}  // namespace

std::optional<SquareMatrix> centred_inverse(const PairMatrix& matrix) {
  const std::size_t n = matrix.ratings();
  SquareMatrix full = matrix.full();
  // Shifting all ratings together changes no game: a constant on all entries gives that direction
  // a weight without touching any other, and what it contributes to the inverse is taken off.
  double trace = 0;
  for (std::size_t i = 0; i < n; ++i) trace += full.at(i, i);
  const double weight = trace > 0 ? trace / static_cast<double>(n * n) : 1;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) full.at(i, j) += weight;
  }
  if (!invert_positive_definite(full)) return std::nullopt;
  for (std::size_t i = 0; i < n; ++i) centre({full.row(i), n});
  return full;
}

void PairSolver::precondition(std::span<const double> residual, std::span<double> result) const {
  for (std::size_t i = 0; i < residual.size(); ++i) {
    result[i] = guide_ ? dot(residual, {guide_->row(i), residual.size()})
                       : inverse_diagonal_[i] * residual[i];
  }
}

PairSolver::Attempt PairSolver::iterate(const PairMatrix& matrix, std::span<const double> right,
                                        double tolerance, std::size_t most_steps) const {
  const std::size_t size = matrix.size();
  Attempt attempt{std::vector<double>(size), false};
  std::vector<double> residual(right.begin(), right.end()), led(size), direction(size), image(size);
  precondition(residual, led);
  direction = led;
  double power = dot(residual, led);
  const double goal = power * tolerance * tolerance;
  for (std::size_t i = 0; i < most_steps && power > goal; ++i) {
    matrix.multiply(direction, image);
    const double curvature = dot(direction, image);
    if (!(curvature > 0)) return attempt;
    const double length = power / curvature;
    for (std::size_t k = 0; k < size; ++k) {
      attempt.solution[k] += length * direction[k];
      residual[k] -= length * image[k];
    }
    precondition(residual, led);
    const double next = dot(residual, led);
    for (std::size_t k = 0; k < size; ++k) direction[k] = led[k] + next / power * direction[k];
    power = next;
  }
  attempt.accurate = power <= goal;
  centre({attempt.solution.data(), matrix.ratings()});
  return attempt;
}

std::vector<double> PairSolver::solve(const PairMatrix& matrix, std::span<const double> right,
                                      double tolerance) {
  inverse_diagonal_ = matrix.diagonal();
  for (double& entry : inverse_diagonal_) entry = entry > 0 ? 1 / entry : 0;
  const bool may_be_dense = matrix.ratings() <= dense_limit_;
  if (guide_ || matrix.ratings() > always_dense || !may_be_dense) {
    const std::size_t most = may_be_dense ? patience : 10 * matrix.size() + 1000;
    Attempt attempt = iterate(matrix, right, tolerance, most);
    if (attempt.accurate || !may_be_dense) return std::move(attempt.solution);
  }
  guide_ = centred_inverse(matrix);
  return iterate(matrix, right, tolerance, 10 * matrix.size() + 1000).solution;
}

}  // namespace schiri::rating
