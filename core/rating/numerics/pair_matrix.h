#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/rating/numerics/spd_inverse.h"

namespace schiri::rating {

/// A symmetric matrix with the structure of the information of paired comparisons. Its unknowns are
/// n ratings and two shared parameters:
///
///     sum of weight (e_i - e_j)(e_i - e_j)'  +  diagonal  |  border
///     ----------------------------------------------------+---------
///     border'                                             |  corner
///
/// Stored as a list of the pairs that met, so that the cost of a product grows with these. Our own
/// because sparse matrix libraries do not support the border of shared parameters, and would take
/// longer to compile than all of the ratings.
class PairMatrix {
 public:
  struct Edge {
    std::uint32_t i;
    std::uint32_t j;
    double weight;
  };
  static constexpr std::size_t shared = 2;
  /// The entries (first shared, first shared), (first, second) and (second, second).
  using Corner = std::array<double, 3>;

  explicit PairMatrix(std::size_t ratings)
      : ratings_(ratings),
        diagonal_(ratings),
        border_{std::vector<double>(ratings), std::vector<double>(ratings)} {}

  std::size_t ratings() const { return ratings_; }
  std::size_t size() const { return ratings_ + shared; }
  /// The parts: the edges as added, the diagonal outside the sum, a shared parameter's column, and
  /// the corner.
  std::span<const Edge> edges() const { return edges_; }
  std::span<const double> own_diagonal() const { return diagonal_; }
  std::span<const double> border(std::size_t which) const { return border_[which]; }
  const Corner& corner() const { return corner_; }

  /// Reserves room for this many edges.
  void reserve(std::size_t edges) { edges_.reserve(edges); }
  /// Adds `weight` times (e_i - e_j)(e_i - e_j)', and to the columns of the shared parameters
  /// `border` times (e_i - e_j).
  void add(std::uint32_t i, std::uint32_t j, double weight, const std::array<double, 2>& border);
  void add_corner(const Corner& values);
  /// Adds to the diagonal of the ratings.
  void add_diagonal(double value);
  void add_diagonal(std::size_t rating, double value) { diagonal_[rating] += value; }
  /// Adds `factor` times another matrix of this size.
  void add_scaled(const PairMatrix& other, double factor);
  /// Makes a shared parameter a constant: its row and column become those of the identity.
  void fix(std::size_t which);
  /// The product with a vector of `size()` numbers; `result` must not overlap it.
  void multiply(std::span<const double> vector, std::span<double> result) const;
  SquareMatrix full() const;
  /// The diagonal of the whole matrix.
  std::vector<double> diagonal() const;
  /// x'Mx for each of the columns x of a matrix with `size()` rows of `stride` numbers: for the
  /// first `columns` of them.
  std::vector<double> quadratic_forms(std::span<const double> matrix, std::size_t stride,
                                      std::size_t columns) const;

 private:
  std::size_t ratings_;
  std::vector<Edge> edges_;
  std::vector<double> diagonal_;
  std::array<std::vector<double>, shared> border_;
  Corner corner_{};
};

}  // namespace schiri::rating
