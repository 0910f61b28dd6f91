#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/rating/numerics/lanes.h"
#include "core/rating/numerics/pair_elimination.h"
#include "core/rating/numerics/pair_matrix.h"
#include "core/rating/numerics/spd_inverse.h"

namespace schiri::rating {

/// The ratings' part of a positive semidefinite pair matrix, prepared for many right-hand sides:
/// players with few neighbours are eliminated, and the core is inverted in full if it is small,
/// otherwise solved by conjugate gradients. Used for errors of big pools.
class PairSystem {
 public:
  /// `most_dense`: the maximum size of a core that is inverted. The matrix must outlive the system.
  PairSystem(const PairMatrix& matrix, std::size_t most_dense);

  const PairMatrix& matrix() const { return matrix_; }
  std::size_t players() const { return matrix_.ratings(); }
  const PairElimination& elimination() const { return elimination_; }
  /// Whether the core is small enough to be inverted.
  bool is_small() const { return is_small_; }
  /// A generalised inverse of the core, if it is small and has one to working precision.
  const std::optional<SquareMatrix>& core_inverse() const { return core_inverse_; }
  /// 1 / diagonal of the core.
  const std::vector<double>& inverse_pivots() const { return inverse_pivots_; }
  /// Whether the mean of the ratings is not determined; right-hand sides must then sum to 0, and
  /// solutions have an arbitrary mean.
  bool is_free() const { return is_free_; }
  /// The sum of the diagonal outside the edges.
  double ground() const { return ground_; }

  LaneVector solve(LaneVector right) const;
  /// Of the core alone.
  LaneVector solve_core(const LaneVector& right) const;

 private:
  void invert_core();
  LaneVector iterate(const LaneVector& right) const;

  const PairMatrix& matrix_;
  PairElimination elimination_;
  std::vector<double> inverse_pivots_;
  double ground_ = 0;
  bool is_free_ = false;
  bool is_small_ = false;
  std::optional<SquareMatrix> core_inverse_;
};

}  // namespace schiri::rating
