#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace schiri {

/// The distances of other texts from one: letters changed, inserted or deleted, and neighbours
/// transposed, each place at most once (optimal string alignment). Ignores the case of ASCII
/// letters; of long texts the first `most_letters` bytes count.
class EditDistance {
 public:
  static constexpr std::size_t most_letters = 64;

  explicit EditDistance(std::string_view text);

  /// The number of changes to the other text.
  std::size_t to(std::string_view other) const;
  /// The number of changes, at most `limit`; fast for texts of very different lengths.
  std::size_t to(std::string_view other, std::size_t limit) const;

 private:
  std::size_t size_;
  std::array<std::uint64_t, 256> places_{};  ///< bit mask of each letter in the text
};

}  // namespace schiri
