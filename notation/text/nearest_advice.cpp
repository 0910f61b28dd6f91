#include "notation/text/nearest_advice.h"

#include "core/base/text.h"
#include "notation/text/printable.h"

namespace schiri {

std::string advice(const NearestName& nearest, std::string_view otherwise) {
  if (nearest.count() == 0) return "; there is none";
  if (nearest.is_near()) return "; the nearest is '" + printable(nearest.nearest()) + "'";
  if (nearest.count() <= NearestName::most_listed) {
    const auto shown = [](const std::string& name) { return "'" + printable(name) + "'"; };
    return (nearest.count() == 1 ? "; there is only " : "; there are ") +
           enumeration(nearest.examined(), "and", shown);
  }
  return otherwise.empty() ? "" : "; " + std::string(otherwise);
}

}  // namespace schiri
