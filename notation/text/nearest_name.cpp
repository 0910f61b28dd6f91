#include "notation/text/nearest_name.h"

#include "core/base/names.h"
#include "notation/text/printable.h"

namespace schiri {

void NearestName::look_at(std::string_view known) {
  if (is_known_) return;
  is_known_ = is_same_name(known, wanted_);
  const std::size_t changes = is_known_ ? 0 : distance_.to(known);
  if (changes >= changes_ && !is_known_) return;
  changes_ = changes;
  nearest_ = known;
}

std::string NearestName::advice() const {
  return changes_ == static_cast<std::size_t>(-1)
             ? "; there is none"
             : "; the nearest is '" + printable(nearest_) + "'";
}

}  // namespace schiri
