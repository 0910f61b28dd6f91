#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace schiri {

/// How far other texts are from one, by letters changed, put in or left out (Levenshtein). Small
/// and capital letters of ASCII are the same; of long texts the first `most_letters` bytes count.
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
  std::array<std::uint64_t, 256> places_{};  ///< of each letter in the text
};

}  // namespace schiri
