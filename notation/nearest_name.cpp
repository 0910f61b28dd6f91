#include "notation/nearest_name.h"

#include "notation/records/finding_log.h"

namespace schiri {

void NearestName::look_at(std::string_view known) {
  if (is_known_) return;
  is_known_ = known == wanted_;
  const std::size_t changes = distance_.to(known);
  if (changes >= changes_) return;
  changes_ = changes;
  nearest_ = known;
}

std::string NearestName::advice() const {
  return changes_ == static_cast<std::size_t>(-1)
             ? "; there is none"
             : "; the nearest is '" + printable(nearest_) + "'";
}

}  // namespace schiri
