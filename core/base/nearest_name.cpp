#include "core/base/nearest_name.h"

#include <algorithm>

#include "core/base/characters.h"
#include "core/base/message.h"
#include "core/base/names.h"
#include "core/base/utf8.h"

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
  const std::size_t size = std::min(other.size(), most_letters);
  if (std::max(size, size_) - std::min(size, size_) >= limit) return limit;
  return std::min(to(other), limit);
}

namespace {

constexpr std::size_t shortest_beginning = 3;

}  // namespace

void NearestName::look_at(std::string_view known) {
  const bool is_full = examined_.size() > most_listed;
  if (!is_full && std::find(examined_.begin(), examined_.end(), known) == examined_.end()) {
    examined_.emplace_back(known);
  }
  if (is_known_) return;
  is_known_ = is_same_name(known, wanted_);
  // The beginning of a name is as good as one wrong letter.
  const bool begins = wanted_.size() >= shortest_beginning && known.starts_with(wanted_);
  const std::size_t changes = is_known_ ? 0 : begins ? 1 : distance_.to(known);
  if ((changes > changes_ || (changes == changes_ && known >= nearest_)) && !is_known_) return;
  changes_ = changes;
  nearest_ = known;
}

bool NearestName::is_near() const {
  // Of longer names the distance is that of their beginnings.
  const std::size_t letters =
      std::min(std::max(wanted_.size(), nearest_.size()), EditDistance::most_letters);
  return !examined_.empty() && 3 * changes_ <= letters;
}

NearestName NearestName::in_order() const {
  NearestName copy = *this;
  std::sort(copy.examined_.begin(), copy.examined_.end());
  return copy;
}

Message known_names(const NearestName& nearest, const Message& otherwise) {
  const std::vector<std::string>& names = nearest.examined();
  if (names.empty()) return message("there is none");
  if (nearest.is_near()) return message("the nearest is '{0}'", printable(nearest.nearest()));
  if (names.size() > NearestName::most_listed) return otherwise;
  if (names.size() == 1) return message("there is only '{0}'", printable(names.front()));
  std::vector<Message> quoted;
  for (const std::string& name : names) quoted.push_back(message("'{0}'", printable(name)));
  return message("there are {0}", all_of(quoted));
}

}  // namespace schiri
