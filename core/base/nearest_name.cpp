#include "core/base/nearest_name.h"

#include <algorithm>

#include "core/base/names.h"

namespace schiri {

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
  if (changes >= changes_ && !is_known_) return;
  changes_ = changes;
  nearest_ = known;
}

bool NearestName::is_near() const {
  // Of longer names the distance is that of their beginnings.
  const std::size_t letters =
      std::min(std::max(wanted_.size(), nearest_.size()), EditDistance::most_letters);
  return !examined_.empty() && 3 * changes_ <= letters;
}

}  // namespace schiri
