#include "core/rating/models/roster.h"

#include <unordered_map>

#include "core/base/names.h"

namespace schiri::rating {

std::vector<RosterLine> roster(const GameLog& log, const std::vector<RatedPlayer>& before) {
  std::vector<RosterLine> lines;
  std::unordered_map<std::string, std::size_t> line_of;
  for (const std::string& name : log.players()) {
    if (!before.empty()) line_of.emplace(name_key(name), lines.size());
    lines.push_back({name});
  }
  for (const RatedPlayer& player : before) {
    const auto found = line_of.find(name_key(player.name));
    if (found == line_of.end()) {
      lines.push_back({player.name, &player});
    } else {
      lines[found->second].before = &player;
    }
  }
  return lines;
}

}  // namespace schiri::rating
