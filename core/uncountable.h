#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/errors.h"

namespace schiri {

/// A position has so many turns that their exact number would take more memory than a game grants
/// itself, or more than 64 bits. Thrown by the functions that need that number: count_turns,
/// random_turn and perft. Checking, playing and visiting turns never throw it, nor do bots.
struct Uncountable : UnusableError {
  using UnusableError::UnusableError;
};

/// a + b. Throws Uncountable with the message of this pattern if that takes more than 64 bits.
inline std::uint64_t exact_sum(std::uint64_t a, std::uint64_t b, Pattern pattern) {
  std::uint64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) throw Uncountable(Message(pattern));
  return sum;
}

/// a * b. Throws Uncountable with the message of this pattern if that takes more than 64 bits.
inline std::uint64_t exact_product(std::uint64_t a, std::uint64_t b, Pattern pattern) {
  std::uint64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) throw Uncountable(Message(pattern));
  return product;
}

}  // namespace schiri
