#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace schiri {

/// A signed integer of `words` words of 64 bits, in two's complement; overflow wraps.
template <std::size_t words>
class WideInteger {
 public:
  WideInteger() = default;
  explicit WideInteger(std::uint64_t value) { words_[0] = value; }

  /// Word 0 is the lowest.
  std::uint64_t& word(std::size_t index) { return words_[index]; }
  std::uint64_t word(std::size_t index) const { return words_[index]; }

  WideInteger& operator+=(const WideInteger& other) {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < words; ++i) {
      const std::uint64_t sum = words_[i] + other.words_[i];
      const std::uint64_t whole = sum + carry;
      carry = static_cast<std::uint64_t>(sum < words_[i]) | static_cast<std::uint64_t>(whole < sum);
      words_[i] = whole;
    }
    return *this;
  }
  WideInteger& operator-=(const WideInteger& other) {
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < words; ++i) {
      const std::uint64_t difference = words_[i] - other.words_[i];
      const std::uint64_t whole = difference - borrow;
      borrow = static_cast<std::uint64_t>(words_[i] < other.words_[i]) |
               static_cast<std::uint64_t>(difference < borrow);
      words_[i] = whole;
    }
    return *this;
  }
  friend WideInteger operator+(WideInteger a, const WideInteger& b) { return a += b; }
  friend WideInteger operator-(WideInteger a, const WideInteger& b) { return a -= b; }

  /// Half of an even number.
  void halve() {
    for (std::size_t i = 0; i + 1 < words; ++i) {
      words_[i] = words_[i] >> 1 | words_[i + 1] << 63;
    }
    words_[words - 1] = words_[words - 1] >> 1 | (words_[words - 1] & sign);
  }
  void twice() { *this += WideInteger(*this); }

  bool is_zero() const { return *this == WideInteger(); }
  friend bool operator==(const WideInteger&, const WideInteger&) = default;
  friend std::strong_ordering operator<=>(const WideInteger& a, const WideInteger& b) {
    const std::uint64_t high_a = a.words_[words - 1] ^ sign, high_b = b.words_[words - 1] ^ sign;
    if (high_a != high_b) return high_a <=> high_b;
    for (std::size_t i = words - 1; i-- > 0;) {
      if (a.words_[i] != b.words_[i]) return a.words_[i] <=> b.words_[i];
    }
    return std::strong_ordering::equal;
  }

 private:
  static constexpr std::uint64_t sign = std::uint64_t{1} << 63;

  std::array<std::uint64_t, words> words_{};
};

}  // namespace schiri
