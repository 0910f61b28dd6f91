#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include "core/base/random.h"

namespace schiri::rating {

/// Random numbers of the standard normal distribution (G. Box, M. Muller 1958).
class NormalNumbers {
 public:
  explicit NormalNumbers(std::uint64_t seed) : rng_(seed) {}

  double operator()() {
    return std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform());
  }

 private:
  double uniform() { return rng_.uniform() + 0x1p-54; }

  Rng rng_;
};

}  // namespace schiri::rating
