#pragma once

#include <bit>
#include <cstdint>

namespace schiri {

/// A set of up to 128 places: a bit for each, by the numbers that their game gives them.
__extension__ using PlaceSet = unsigned __int128;

/// The bits of a word and of one more, added in parallel (Warren, Hacker's Delight, 5-1): without a
/// bit-counting instruction, as in programs for any x86-64, this is faster than library calls.
constexpr int count_bits(std::uint64_t word, std::uint64_t more = 0) {
#ifdef __POPCNT__
  return std::popcount(word) + std::popcount(more);
#else
  const auto by_fours = [](std::uint64_t bits) {
    bits -= bits >> 1 & 0x5555555555555555u;
    return (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
  };
  const std::uint64_t fours = by_fours(word) + by_fours(more);
  const std::uint64_t eights = (fours & 0x0f0f0f0f0f0f0f0fu) + (fours >> 4 & 0x0f0f0f0f0f0f0f0fu);
  return static_cast<int>(eights * 0x0101010101010101u >> 56);
#endif
}

/// The number of places in a set.
constexpr int count_places(PlaceSet set) {
  return count_bits(static_cast<std::uint64_t>(set), static_cast<std::uint64_t>(set >> 64));
}

/// The places of a set of up to 128 bits, ascending: `for (const Place at : places(set))`. The set
/// may change during the loop, which visits the original places.
template <class Set>
class places {
 public:
  class Iterator {
   public:
    constexpr explicit Iterator(Set rest)
        : low_(static_cast<std::uint64_t>(rest)), high_(high_of(rest)) {}
    constexpr std::uint8_t operator*() const {
      return static_cast<std::uint8_t>(low_ ? std::countr_zero(low_)
                                            : 64 + std::countr_zero(high_));
    }
    constexpr Iterator& operator++() {
      std::uint64_t& word = low_ ? low_ : high_;
      word &= word - 1;
      return *this;
    }
    constexpr bool operator!=(const Iterator& other) const {
      return low_ != other.low_ || high_ != other.high_;
    }

   private:
    static constexpr std::uint64_t high_of(Set set) {
      if constexpr (sizeof(Set) > sizeof(std::uint64_t)) {
        return static_cast<std::uint64_t>(set >> 64);
      } else {
        return 0;
      }
    }

    std::uint64_t low_, high_;
  };

  constexpr explicit places(Set set) : set_(set) {}
  constexpr Iterator begin() const { return Iterator(set_); }
  constexpr Iterator end() const { return Iterator(0); }

 private:
  Set set_;
};

}  // namespace schiri
