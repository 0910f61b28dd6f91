#pragma once

#include <array>
#include <cstdint>
#include <utility>

namespace schiri {

/// One step of SplitMix64 (Steele, Lea, Flood 2014): a bijective mix of 64 bits. Used to hash and
/// to derive independent seeds from one.
constexpr std::uint64_t mix64(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// The two halves of the product of two numbers, mixed: one step of a quick hash. Neither should
/// often be zero.
constexpr std::uint64_t fold_product(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = Wide{a} * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

/// A seed that depends on all of its parts and on their order.
template <class... Parts>
constexpr std::uint64_t derive_seed(std::uint64_t seed, Parts... parts) {
  ((seed = mix64(seed ^ mix64(static_cast<std::uint64_t>(parts)))), ...);
  return seed;
}

/// xoshiro256** 1.0 (Blackman, Vigna 2018). The standard library's distributions differ between
/// implementations; here the same seed gives the same numbers everywhere. Meets
/// std::uniform_random_bit_generator.
class Rng {
 public:
  using result_type = std::uint64_t;
  using State = std::array<std::uint64_t, 4>;

  explicit constexpr Rng(std::uint64_t seed) {
    for (auto& word : state_) {
      word = mix64(seed);
      seed += 0x9e3779b97f4a7c15u;
    }
  }

  /// Draws on from a state(), which must not be zeros alone.
  explicit constexpr Rng(const State& state) : state_(state) {}
  constexpr const State& state() const { return state_; }

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return UINT64_MAX; }

  constexpr result_type operator()() {
    const std::uint64_t result = rotate_left(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = rotate_left(state_[3], 45);
    return result;
  }

  /// A number from 0 to n-1, each equally likely (Lemire 2019). n must not be 0.
  constexpr std::uint64_t below(std::uint64_t n) {
    __extension__ using Wide = unsigned __int128;
    Wide product = Wide{(*this)()} * n;
    if (static_cast<std::uint64_t>(product) < n) {
      const std::uint64_t threshold = (0 - n) % n;
      while (static_cast<std::uint64_t>(product) < threshold) product = Wide{(*this)()} * n;
    }
    return static_cast<std::uint64_t>(product >> 64);
  }

  /// A number in [0, 1), each multiple of 2^-53 equally likely.
  constexpr double uniform() { return static_cast<double>((*this)() >> 11) * 0x1p-53; }

  /// Shuffles a vector, span or array, each order equally likely (Fisher, Yates).
  template <class Range>
  constexpr void shuffle(Range&& range) {
    for (std::size_t left = range.size(); left > 1; --left) {
      std::swap(range[left - 1], range[below(left)]);
    }
  }

 private:
  static constexpr std::uint64_t rotate_left(std::uint64_t x, int by) {
    return (x << by) | (x >> (64 - by));
  }

  State state_{};
};

}  // namespace schiri
