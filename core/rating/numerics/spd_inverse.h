#pragma once

#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

namespace schiri::rating {

/// A full square matrix, row by row. Rows are padded so that columns do not collide in the cache,
/// and the number of rows is padded to a multiple of four; the padding is meaningless. Our own
/// because we need only the inverse of a symmetric matrix, with the same bits on every machine.
class SquareMatrix {
 public:
  explicit SquareMatrix(std::size_t size)
      : size_(size), stride_((size + 7) / 8 * 8 + 8), values_((size + 3) / 4 * 4 * stride_) {}

  std::size_t size() const { return size_; }
  std::size_t stride() const { return stride_; }
  double* row(std::size_t i) { return values_.data() + i * stride_; }
  const double* row(std::size_t i) const { return values_.data() + i * stride_; }
  double& at(std::size_t i, std::size_t j) { return row(i)[j]; }
  double at(std::size_t i, std::size_t j) const { return row(i)[j]; }
  const std::vector<double>& values() const { return values_; }

 private:
  std::size_t size_;
  std::size_t stride_;
  std::vector<double> values_;
};

/// The inner product of two vectors of one length.
inline double dot(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// Subtracts the mean from each number.
inline void centre(std::span<double> values) {
  if (values.empty()) return;
  const double mean =
      std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  for (double& value : values) value -= mean;
}

/// Replaces a symmetric positive definite matrix, of which only the lower triangle is read, by its
/// inverse, both triangles. Returns the logarithm of its determinant; nullopt, the matrix spoilt,
/// if it is not positive definite to working precision. Costs size cubed multiplications and
/// additions; the same matrix gives the same bits on every processor.
std::optional<double> invert_positive_definite(SquareMatrix& matrix);

}  // namespace schiri::rating
