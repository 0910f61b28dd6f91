#include "core/rating/numerics/spd_inverse.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/parallel.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace schiri::rating {

namespace {

/// The number of pivots per block.
constexpr std::size_t block = 32;
constexpr std::size_t tile_rows = 4;
constexpr std::size_t tile_columns = 8;

using Block = std::array<std::array<double, block>, block>;

/// A panel: the numbers of a matrix with `block` rows, eight columns at a time.
using Panels = std::vector<double>;

/// Four rows of `out` minus four rows of `left` (of `block` numbers) times one panel.
using Kernel = void (*)(double* out, std::size_t stride, const double* left, const double* panel);

void subtract_product(double* out, std::size_t stride, const double* left, const double* panel) {
  double sum[tile_rows][tile_columns] = {};
  for (std::size_t t = 0; t < block; ++t) {
    for (std::size_t r = 0; r < tile_rows; ++r) {
      for (std::size_t c = 0; c < tile_columns; ++c) {
        sum[r][c] += left[r * block + t] * panel[t * tile_columns + c];
      }
    }
  }
  for (std::size_t r = 0; r < tile_rows; ++r) {
    for (std::size_t c = 0; c < tile_columns; ++c) out[r * stride + c] -= sum[r][c];
  }
}

#if defined(__x86_64__)
/// subtract_product with 256-bit registers, in the same order, without fused operations.
__attribute__((target("avx2"))) void subtract_product_avx2(double* out, std::size_t stride,
                                                           const double* left,
                                                           const double* panel) {
  __m256d low[tile_rows], high[tile_rows];
  for (std::size_t r = 0; r < tile_rows; ++r) low[r] = high[r] = _mm256_setzero_pd();
  for (std::size_t t = 0; t < block; ++t) {
    const __m256d panel_low = _mm256_loadu_pd(panel + t * tile_columns);
    const __m256d panel_high = _mm256_loadu_pd(panel + t * tile_columns + 4);
    for (std::size_t r = 0; r < tile_rows; ++r) {
      const __m256d factor = _mm256_set1_pd(left[r * block + t]);
      low[r] = _mm256_add_pd(low[r], _mm256_mul_pd(factor, panel_low));
      high[r] = _mm256_add_pd(high[r], _mm256_mul_pd(factor, panel_high));
    }
  }
  for (std::size_t r = 0; r < tile_rows; ++r) {
    double* const row = out + r * stride;
    _mm256_storeu_pd(row, _mm256_sub_pd(_mm256_loadu_pd(row), low[r]));
    _mm256_storeu_pd(row + 4, _mm256_sub_pd(_mm256_loadu_pd(row + 4), high[r]));
  }
}
#endif

Kernel best_kernel() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return subtract_product_avx2;
#endif
  return subtract_product;
}

/// One pivot after the other until the block is minus its inverse. Returns the logarithm of their
/// product; nullopt if a pivot has lost all its digits; `original` are the pivots before anything
/// was eliminated.
std::optional<double> sweep(Block& pivot, const double* original) {
  constexpr double vanishing = 1e-14;
  double logarithm = 0;
  for (std::size_t k = 0; k < block; ++k) {
    const double d = pivot[k][k];
    if (!(d > vanishing * original[k])) return std::nullopt;
    logarithm += std::log(d);
    const auto column = pivot[k];
    for (std::size_t i = 0; i < block; ++i) {
      const double factor = column[i] / d;
      for (std::size_t j = 0; j < block; ++j) pivot[i][j] -= factor * column[j];
    }
    pivot[k][k] = -1 / d;
    for (std::size_t j = 0; j < block; ++j) {
      if (j != k) pivot[k][j] = pivot[j][k] = column[j] / d;
    }
  }
  return logarithm;
}

/// Sweeps a symmetric matrix (its lower triangle) by blocks of pivots: with P the inverse of the
/// pivot block and C its columns, A - CPC' remains outside, CP in the columns, -P in the block.
/// After all pivots, the matrix is minus the inverse (the sweep operator of J. Goodnight 1979).
class BlockSweep {
 public:
  explicit BlockSweep(SquareMatrix& matrix)
      : matrix_(matrix),
        rows_((matrix.size() + tile_rows - 1) / tile_rows * tile_rows),
        panels_((matrix.size() + tile_columns - 1) / tile_columns),
        columns_(rows_ * block),
        scaled_(rows_ * block),
        packed_(panels_ * tile_columns * block),
        kernel_(best_kernel()) {
    for (std::size_t i = 0; i < matrix.size(); ++i) original_.push_back(matrix.at(i, i));
    original_.resize(matrix.size() + block, 1.0);
  }

  std::optional<double> run() {
    double logarithm = 0;
    for (std::size_t begin = 0; begin < matrix_.size(); begin += block) {
      const auto of_block = eliminate(begin, std::min(block, matrix_.size() - begin));
      if (!of_block) return std::nullopt;
      logarithm += *of_block;
    }
    return logarithm;
  }

 private:
  std::optional<double> eliminate(std::size_t begin, std::size_t width) {
    Block pivot = pivot_block(begin, width);
    const auto logarithm = sweep(pivot, original_.data() + begin);
    if (!logarithm) return std::nullopt;
    take_columns(begin, width);
    scale_columns(pivot);
    update_rest();
    write_back(begin, width, pivot);
    return logarithm;
  }

  /// Padded with the identity.
  Block pivot_block(std::size_t begin, std::size_t width) const {
    Block pivot{};
    for (std::size_t i = 0; i < block; ++i) pivot[i][i] = 1;
    for (std::size_t i = 0; i < width; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        pivot[i][j] = pivot[j][i] = matrix_.at(begin + i, begin + j);
      }
    }
    return pivot;
  }

  /// Copies the pivots' columns, zero in the pivots' own rows, and their transpose into panels.
  void take_columns(std::size_t begin, std::size_t width) {
    std::fill(columns_.begin(), columns_.end(), 0.0);
    for (std::size_t i = 0; i < begin; ++i) {
      for (std::size_t t = 0; t < width; ++t) columns_[i * block + t] = matrix_.at(begin + t, i);
    }
    for (std::size_t i = begin + width; i < matrix_.size(); ++i) {
      std::copy_n(matrix_.row(i) + begin, width, columns_.data() + i * block);
    }
    std::fill(packed_.begin(), packed_.end(), 0.0);
    for (std::size_t i = 0; i < matrix_.size(); ++i) {
      double* const panel = packed_.data() + i / tile_columns * tile_columns * block;
      for (std::size_t t = 0; t < block; ++t) {
        panel[t * tile_columns + i % tile_columns] = columns_[i * block + t];
      }
    }
  }

  /// scaled = columns times the pivot block's inverse.
  void scale_columns(const Block& minus_inverse) {
    std::fill(scaled_.begin(), scaled_.end(), 0.0);
    std::array<double, block * tile_columns> panel;
    for (std::size_t c = 0; c < block; c += tile_columns) {
      for (std::size_t t = 0; t < block; ++t) {
        std::copy_n(minus_inverse[t].data() + c, tile_columns, panel.data() + t * tile_columns);
      }
      for (std::size_t i = 0; i < rows_; i += tile_rows) {
        kernel_(scaled_.data() + i * block + c, block, columns_.data() + i * block, panel.data());
      }
    }
  }

  void update_rest() {
    const double size = static_cast<double>(rows_);
    const std::size_t parts = worthwhile_threads(size * size * block / 2 / 8);
    in_parallel(parts, [&](std::size_t part) {
      for (std::size_t i = part * tile_rows; i < rows_; i += parts * tile_rows) update_rows(i);
    });
  }

  void update_rows(std::size_t i) {
    const std::size_t last = std::min((i + tile_rows - 1) / tile_columns + 1, panels_);
    for (std::size_t p = 0; p < last; ++p) {
      kernel_(matrix_.row(i) + p * tile_columns, matrix_.stride(), scaled_.data() + i * block,
              packed_.data() + p * tile_columns * block);
    }
  }

  void write_back(std::size_t begin, std::size_t width, const Block& minus_inverse) {
    for (std::size_t i = 0; i < width; ++i) {
      for (std::size_t j = 0; j <= i; ++j) matrix_.at(begin + i, begin + j) = minus_inverse[i][j];
      for (std::size_t j = 0; j < begin; ++j) matrix_.at(begin + i, j) = scaled_[j * block + i];
    }
    for (std::size_t i = begin + width; i < matrix_.size(); ++i) {
      std::copy_n(scaled_.data() + i * block, width, matrix_.row(i) + begin);
    }
  }

  SquareMatrix& matrix_;
  std::size_t rows_;
  std::size_t panels_;
  std::vector<double> columns_;
  std::vector<double> scaled_;
  Panels packed_;
  Kernel kernel_;
  std::vector<double> original_;
};

}  // namespace

std::optional<double> invert_positive_definite(SquareMatrix& matrix) {
  const auto log_determinant = BlockSweep(matrix).run();
  if (!log_determinant) return std::nullopt;
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const double value = -matrix.at(i, j);
      matrix.at(i, j) = matrix.at(j, i) = value;
    }
  }
  return log_determinant;
}

}  // namespace schiri::rating
