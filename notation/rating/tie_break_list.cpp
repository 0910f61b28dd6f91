#include "cli/rating/tie_break_list.h"

#include <algorithm>

#include "cli/command.h"
#include "notation/printable.h"

namespace schiri::cli {

std::vector<rating::TieBreakId> read_tie_breaks(const std::string& list) {
  std::vector<rating::TieBreakId> ids;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    std::string word = list.substr(at, end - at);
    std::erase(word, ' ');
    at = end + 1;
    const auto id = rating::find_tie_break(word);
    if (!id) {
      std::string known;
      for (const auto& name : rating::tie_break_names()) {
        known += (known.empty() ? "" : ", ") + std::string(name.code);
      }
      throw UsageError("--tie-breaks: there is no tie-break '" + printable(word) + "'; there are " +
                       known);
    }
    if (std::find(ids.begin(), ids.end(), *id) != ids.end()) {
      throw UsageError("--tie-breaks: '" + printable(word) + "' is named twice");
    }
    ids.push_back(*id);
  }
  return ids;
}

}  // namespace schiri::cli
