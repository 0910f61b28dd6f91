#pragma once

#include <bit>
#include <cstdint>

namespace schiri {

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
