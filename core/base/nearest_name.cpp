#include "core/base/nearest_name.h"

#include <algorithm>

#include "core/base/names.h"

namespace schiri {

void NearestName::look_at(std::string_view known) {
  const bool is_full = examined_.size() > most_listed;
  if (!is_full && std::find(examined_.begin(), examined_.end(), known) == examined_.end()) {
    examined_.emplace_back(known);
  }
  if (is_known_) return;
  is_known_ = is_same_name(known, wanted_);
  const std::size_t changes = is_known_ ? 0 : distance_.to(known);
  if (changes >= changes_ && !is_known_) return;
  changes_ = changes;
  nearest_ = known;
}

bool NearestName::is_near() const {
  constexpr std::size_t shortest_beginning = 3;
  if (examined_.empty()) return false;
  const bool begins = wanted_.size() >= shortest_beginning && nearest_.starts_with(wanted_);
  return begins || 3 * changes_ <= std::max(wanted_.size(), nearest_.size());
}

}  // namespace schiri
