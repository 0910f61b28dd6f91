#include "notation/text/nearest_advice.h"

#include "core/base/text.h"
#include "notation/text/printable.h"

namespace schiri {

std::string advice(const NearestName& nearest, std::string_view otherwise) {
  const std::vector<std::string>& names = nearest.examined();
  if (names.empty()) return "; there is none";
  if (nearest.is_near()) return "; the nearest is '" + printable(nearest.nearest()) + "'";
  if (names.size() > NearestName::most_listed) {
    return otherwise.empty() ? "" : "; " + std::string(otherwise);
  }
  const auto quoted = [](const std::string& name) { return "'" + printable(name) + "'"; };
  return (names.size() == 1 ? "; there is only " : "; there are ") +
         enumeration(names, "and", quoted);
}

}  // namespace schiri
