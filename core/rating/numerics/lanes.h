#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/random.h"

/// Several systems of equations solved side by side: an entry of a vector holds one number of each,
/// so that a sparse matrix is read once for all of them. Used by pair_system.h and
/// sampled_variances.h.
namespace schiri::rating {

inline constexpr std::size_t lanes = 8;
using Lanes = double __attribute__((vector_size(lanes * sizeof(double))));
using LaneVector = std::vector<Lanes>;

/// The sum over the lanes.
inline double total(const Lanes& numbers) {
  double sum = 0;
  for (std::size_t lane = 0; lane < lanes; ++lane) sum += numbers[lane];
  return sum;
}

/// Sets `product` to the inner product of each lane. (Lanes are not returned by value: how they
/// are depends on the processor that the compiler assumes.)
inline void set_dot(Lanes& product, const LaneVector& a, const LaneVector& b) {
  product = Lanes{};
  for (std::size_t i = 0; i < a.size(); ++i) product += a[i] * b[i];
}

/// Subtracts the mean of each lane.
inline void centre(LaneVector& values) {
  Lanes mean{};
  for (const Lanes& one : values) mean += one;
  mean *= 1 / static_cast<double>(values.size());
  for (Lanes& one : values) one -= mean;
}

/// Random signs, 1 or -1, for each lane.
class LaneSigns {
 public:
  explicit LaneSigns(std::uint64_t seed) : rng_(seed) {
    for (std::size_t bits = 0; bits < table_.size(); ++bits) {
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        table_[bits][lane] = (bits >> lane & 1) != 0 ? 1 : -1;
      }
    }
  }

  const Lanes& operator()() {
    if (left_ == 0) {
      bits_ = rng_();
      left_ = 64 / lanes;
    }
    --left_;
    const Lanes& signs = table_[bits_ & 0xff];
    bits_ >>= lanes;
    return signs;
  }

 private:
  Rng rng_;
  std::uint64_t bits_ = 0;
  std::size_t left_ = 0;
  std::array<Lanes, 256> table_{};
};

}  // namespace schiri::rating
