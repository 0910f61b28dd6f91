#include "core/base/edit_distance.h"

#include <algorithm>

#include "core/base/characters.h"

namespace schiri {

EditDistance::EditDistance(std::string_view text) : size_(std::min(text.size(), most_letters)) {
  for (std::size_t i = 0; i < size_; ++i) {
    places_[static_cast<unsigned char>(to_lower(text[i]))] |= std::uint64_t{1} << i;
  }
}

std::size_t EditDistance::to(std::string_view other) const {
  other = other.substr(0, most_letters);
  if (size_ == 0) return other.size();
  // A column of Levenshtein's table for each letter of the other text, as bit vectors of the steps
  // up and down (Myers 1999, in the form of Hyyro 2003 for whole texts and transpositions).
  std::uint64_t up = ~std::uint64_t{0}, down = 0, diagonal = 0, before = 0;
  const std::uint64_t last = std::uint64_t{1} << (size_ - 1);
  std::size_t changes = size_;
  for (const char letter : other) {
    const std::uint64_t equal = places_[static_cast<unsigned char>(to_lower(letter))];
    const std::uint64_t transposed = ((~diagonal & equal) << 1) & before;
    diagonal = transposed | (((equal & up) + up) ^ up) | equal | down;
    before = equal;
    const std::uint64_t right_up = down | ~(diagonal | up), right_down = up & diagonal;
    if (right_up & last) ++changes;
    if (right_down & last) --changes;
    const std::uint64_t shifted = right_up << 1 | 1;
    up = right_down << 1 | ~(diagonal | shifted);
    down = shifted & diagonal;
  }
  return changes;
}

std::size_t EditDistance::to(std::string_view other, std::size_t limit) const {
  if (std::max(other.size(), size_) - std::min(other.size(), size_) >= limit) return limit;
  return std::min(to(other), limit);
}

}  // namespace schiri
