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
    constexpr explicit Iterator(Set rest) : rest_(rest) {}
    constexpr std::uint8_t operator*() const {
      const auto low = static_cast<std::uint64_t>(rest_);
      if constexpr (sizeof(Set) > sizeof low) {
        if (!low)
          return static_cast<std::uint8_t>(
              64 + std::countr_zero(static_cast<std::uint64_t>(rest_ >> 64)));
      }
      return static_cast<std::uint8_t>(std::countr_zero(low));
    }
    constexpr Iterator& operator++() {
      rest_ &= rest_ - 1;
      return *this;
    }
    constexpr bool operator!=(const Iterator& other) const { return rest_ != other.rest_; }

   private:
    Set rest_;
  };

  constexpr explicit places(Set set) : set_(set) {}
  constexpr Iterator begin() const { return Iterator(set_); }
  constexpr Iterator end() const { return Iterator(0); }

 private:
  Set set_;
};

}  // namespace schiri
