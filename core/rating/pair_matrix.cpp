#include "core/rating/pair_matrix.h"

#include <algorithm>

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

/// As many columns as stay in the fastest cache while all edges pass.
constexpr std::size_t block_columns = 64;

}  // namespace

std::vector<double> PairMatrix::quadratic_forms(std::span<const double> matrix, std::size_t stride,
                                                std::size_t columns) const {
  std::vector<double> forms(columns);
  const double* const first_row = matrix.data() + ratings_ * stride;
  const double* const second_row = first_row + stride;
  for (std::size_t begin = 0; begin < columns; begin += block_columns) {
    const std::size_t width = std::min(block_columns, columns - begin);
    double* const form = forms.data() + begin;
    for (const Edge& edge : edges_) {
      const double* const x = matrix.data() + edge.i * stride + begin;
      const double* const y = matrix.data() + edge.j * stride + begin;
      for (std::size_t k = 0; k < width; ++k)
        form[k] += edge.weight * (x[k] - y[k]) * (x[k] - y[k]);
    }
    for (std::size_t i = 0; i < ratings_; ++i) {
      const double* const x = matrix.data() + i * stride + begin;
      for (std::size_t k = 0; k < width; ++k) {
        form[k] += x[k] * (diagonal_[i] * x[k] + 2 * (border_[0][i] * first_row[begin + k] +
                                                      border_[1][i] * second_row[begin + k]));
      }
    }
    for (std::size_t k = 0; k < width; ++k) {
      const double a = first_row[begin + k], b = second_row[begin + k];
      form[k] += corner_[0] * a * a + 2 * corner_[1] * a * b + corner_[2] * b * b;
    }
  }
  return forms;
}

}  // namespace schiri::rating
