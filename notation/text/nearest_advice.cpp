#include "notation/text/nearest_advice.h"

#include "core/base/message.h"
#include "notation/text/printable.h"

namespace schiri {

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
