#include "core/rating/numerics/pair_matrix.h"

#include <algorithm>

#include "core/base/parallel.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace schiri::rating {

void PairMatrix::add(std::uint32_t i, std::uint32_t j, double weight,
                     const std::array<double, 2>& border) {
  edges_.push_back({i, j, weight});
  for (std::size_t s = 0; s < shared; ++s) {
    border_[s][i] += border[s];
    border_[s][j] -= border[s];
  }
}

void PairMatrix::add_corner(const Corner& values) {
  for (std::size_t k = 0; k < corner_.size(); ++k) corner_[k] += values[k];
}

void PairMatrix::add_diagonal(double value) {
  for (double& entry : diagonal_) entry += value;
}

void PairMatrix::add_scaled(const PairMatrix& other, double factor) {
  edges_.reserve(edges_.size() + other.edges_.size());
  for (const Edge& edge : other.edges_) edges_.push_back({edge.i, edge.j, factor * edge.weight});
  for (std::size_t i = 0; i < ratings_; ++i) {
    diagonal_[i] += factor * other.diagonal_[i];
    for (std::size_t s = 0; s < shared; ++s) border_[s][i] += factor * other.border_[s][i];
  }
  for (std::size_t k = 0; k < corner_.size(); ++k) corner_[k] += factor * other.corner_[k];
}

void PairMatrix::fix(std::size_t which) {
  std::fill(border_[which].begin(), border_[which].end(), 0.0);
  corner_[1] = 0;
  corner_[which == 0 ? 0 : 2] = 1;
}

void PairMatrix::multiply(std::span<const double> vector, std::span<double> result) const {
  const double first = vector[ratings_], second = vector[ratings_ + 1];
  double first_sum = corner_[0] * first + corner_[1] * second;
  double second_sum = corner_[1] * first + corner_[2] * second;
  for (std::size_t i = 0; i < ratings_; ++i) {
    result[i] = diagonal_[i] * vector[i] + border_[0][i] * first + border_[1][i] * second;
    first_sum += border_[0][i] * vector[i];
    second_sum += border_[1][i] * vector[i];
  }
  for (const Edge& edge : edges_) {
    const double flow = edge.weight * (vector[edge.i] - vector[edge.j]);
    result[edge.i] += flow;
    result[edge.j] -= flow;
  }
  result[ratings_] = first_sum;
  result[ratings_ + 1] = second_sum;
}

SquareMatrix PairMatrix::full() const {
  SquareMatrix matrix(size());
  for (const Edge& edge : edges_) {
    matrix.at(edge.i, edge.j) -= edge.weight;
    matrix.at(edge.j, edge.i) -= edge.weight;
  }
  for (std::size_t s = 0; s < shared; ++s) {
    for (std::size_t i = 0; i < ratings_; ++i) {
      matrix.at(i, ratings_ + s) = matrix.at(ratings_ + s, i) = border_[s][i];
    }
  }
  const std::vector<double> own = diagonal();
  for (std::size_t i = 0; i < size(); ++i) matrix.at(i, i) = own[i];
  matrix.at(ratings_, ratings_ + 1) = matrix.at(ratings_ + 1, ratings_) = corner_[1];
  return matrix;
}

std::vector<double> PairMatrix::diagonal() const {
  std::vector<double> sum = diagonal_;
  for (const Edge& edge : edges_) {
    sum[edge.i] += edge.weight;
    sum[edge.j] += edge.weight;
  }
  sum.push_back(corner_[0]);
  sum.push_back(corner_[2]);
  return sum;
}

namespace {

/// The number of columns that fit in registers.
constexpr std::size_t block_columns = 32;

using Edge = PairMatrix::Edge;

/// Adds weight (x_i - x_j)^2 over all edges for `width` neighbouring columns x.
void add_edges(std::span<const Edge> edges, const double* matrix, std::size_t stride,
               std::size_t width, double* forms) {
  for (const Edge& edge : edges) {
    const double* const x = matrix + edge.i * stride;
    const double* const y = matrix + edge.j * stride;
    for (std::size_t k = 0; k < width; ++k) forms[k] += (x[k] - y[k]) * (x[k] - y[k]) * edge.weight;
  }
}

#if defined(__x86_64__)
/// add_edges for a full block with 256-bit registers, in the same order, without fused operations.
__attribute__((target("avx2"))) void add_edges_avx2(std::span<const Edge> edges,
                                                    const double* matrix, std::size_t stride,
                                                    double* forms) {
  constexpr std::size_t registers = block_columns / 4;
  __m256d sum[registers];
  for (std::size_t k = 0; k < registers; ++k) sum[k] = _mm256_loadu_pd(forms + 4 * k);
  for (const Edge& edge : edges) {
    const double* const x = matrix + edge.i * stride;
    const double* const y = matrix + edge.j * stride;
    const __m256d weight = _mm256_set1_pd(edge.weight);
    for (std::size_t k = 0; k < registers; ++k) {
      const __m256d d = _mm256_sub_pd(_mm256_loadu_pd(x + 4 * k), _mm256_loadu_pd(y + 4 * k));
      sum[k] = _mm256_add_pd(sum[k], _mm256_mul_pd(_mm256_mul_pd(d, d), weight));
    }
  }
  for (std::size_t k = 0; k < registers; ++k) _mm256_storeu_pd(forms + 4 * k, sum[k]);
}
#endif

void add_edges_fast(std::span<const Edge> edges, const double* matrix, std::size_t stride,
                    std::size_t width, double* forms) {
#if defined(__x86_64__)
  if (width == block_columns && __builtin_cpu_supports("avx2")) {
    add_edges_avx2(edges, matrix, stride, forms);
    return;
  }
#endif
  add_edges(edges, matrix, stride, width, forms);
}

}  // namespace

std::vector<double> PairMatrix::quadratic_forms(std::span<const double> matrix, std::size_t stride,
                                                std::size_t columns) const {
  std::vector<double> forms(columns);
  const std::size_t parts =
      worthwhile_threads(static_cast<double>(edges_.size()) * static_cast<double>(columns) / 4);
  in_parallel(parts, [&](std::size_t part) {
    for (std::size_t begin = part * block_columns; begin < columns;
         begin += parts * block_columns) {
      const std::size_t width = std::min(block_columns, columns - begin);
      add_edges_fast(edges_, matrix.data() + begin, stride, width, forms.data() + begin);
    }
  });
  const double* const first = matrix.data() + ratings_ * stride;
  const double* const second = first + stride;
  for (std::size_t i = 0; i < ratings_; ++i) {
    const double* const x = matrix.data() + i * stride;
    for (std::size_t k = 0; k < columns; ++k) {
      const double shared_part = border_[0][i] * first[k] + border_[1][i] * second[k];
      forms[k] += x[k] * (diagonal_[i] * x[k] + 2 * shared_part);
    }
  }
  for (std::size_t k = 0; k < columns; ++k) {
    const double a = first[k], b = second[k];
    forms[k] += corner_[0] * a * a + 2 * corner_[1] * a * b + corner_[2] * b * b;
  }
  return forms;
}

}  // namespace schiri::rating
