#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace schiri::rating {

/// Numbers texts from 0 on, in the order in which they come.
class TextNumbers {
 public:
  /// The number of a text, the next one if it is new. `guess`: the number it may well have, which
  /// is quicker.
  std::uint32_t number(std::string_view text, std::uint32_t guess = UINT32_MAX);

  /// By their numbers.
  const std::vector<std::string>& texts() const { return texts_; }

 private:
  /// A text's number and 1, or 0 where there is none, beside some of the text's hash.
  struct Place {
    std::uint32_t number_and_one = 0;
    std::uint32_t hash = 0;
  };

  void grow();
  /// Where the text is or, as it is not there, could be.
  Place& place_of(std::string_view text, std::uint64_t hash);

  std::vector<std::string> texts_;
  std::vector<Place> places_;  ///< a power of two of them; probes go on to the next
};

}  // namespace schiri::rating
