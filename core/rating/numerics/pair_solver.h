#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/rating/numerics/conjugate_gradients.h"
#include "core/rating/numerics/pair_matrix.h"

namespace schiri::rating {

/// The inverse of a positive semidefinite pair matrix on vectors whose ratings sum to 0, as a full
/// matrix: its ratings' rows and columns sum to 0. Nullopt if the matrix has no such inverse to
/// working precision.
std::optional<SquareMatrix> centred_inverse(const PairMatrix& matrix);

/// Solves systems with pair matrices that change little from one to the next, by conjugate
/// gradients. If these are slow, the inverse of an earlier matrix is the preconditioner, unless
/// there are more than `dense_limit` ratings.
class PairSolver {
 public:
  explicit PairSolver(std::size_t dense_limit) : dense_limit_(dense_limit) {}

  /// The solution whose ratings have mean 0. The ratings' part of `right` must sum to 0.
  std::vector<double> solve(const PairMatrix& matrix, std::span<const double> right,
                            double tolerance = 1e-8);

 private:
  IteratedSolution iterate(const PairMatrix& matrix, std::span<const double> right,
                           double tolerance, std::size_t most_steps) const;
  void precondition(std::span<const double> residual, std::span<double> result) const;

  std::size_t dense_limit_;
  std::vector<double> inverse_diagonal_;
  std::optional<SquareMatrix> guide_;
};

}  // namespace schiri::rating
