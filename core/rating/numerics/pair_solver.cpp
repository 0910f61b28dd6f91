#include "core/rating/numerics/pair_solver.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace schiri::rating {

namespace {

/// Up to this size the inverse is always computed.
constexpr std::size_t always_dense = 64;
/// The number of steps of conjugate gradients after which a new inverse is computed.
constexpr std::size_t patience = 40;

}  // namespace

std::optional<SquareMatrix> centred_inverse(const PairMatrix& matrix) {
  const std::size_t n = matrix.ratings();
  SquareMatrix full = matrix.full();
  // A common shift of all ratings changes no game: a constant on all entries gives that direction a
  // weight without affecting any other, and its contribution to the inverse is subtracted.
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

IteratedSolution PairSolver::iterate(const PairMatrix& matrix, std::span<const double> right,
                                     double tolerance, std::size_t most_steps) const {
  IteratedSolution found = conjugate_gradients(
      matrix, right, most_steps,
      [&](std::span<const double> residual, std::span<double> led) { precondition(residual, led); },
      [&](double power) { return power * tolerance * tolerance; });
  centre({found.solution.data(), matrix.ratings()});
  return found;
}

std::vector<double> PairSolver::solve(const PairMatrix& matrix, std::span<const double> right,
                                      double tolerance) {
  inverse_diagonal_ = matrix.diagonal();
  for (double& entry : inverse_diagonal_) entry = entry > 0 ? 1 / entry : 0;
  const bool may_be_dense = matrix.ratings() <= dense_limit_;
  if (guide_ || matrix.ratings() > always_dense || !may_be_dense) {
    const std::size_t most = may_be_dense ? patience : 10 * matrix.size() + 1000;
    IteratedSolution attempt = iterate(matrix, right, tolerance, most);
    if (attempt.is_accurate || !may_be_dense) return std::move(attempt.solution);
  }
  guide_ = centred_inverse(matrix);
  return iterate(matrix, right, tolerance, 10 * matrix.size() + 1000).solution;
}

}  // namespace schiri::rating
