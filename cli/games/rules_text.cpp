#include "cli/games/rules_text.h"

#include "cli/games/rules_files.h"
#include "core/base/text.h"

namespace schiri::cli {

std::string rules_text(const GameType& type, const std::string& language) {
  const std::string file = std::string(type.name()) + '.' + language;
  for (const auto& [name, text] : rules_files) {
    if (name != file) continue;
    const std::size_t place = text.find("{0}");
    return std::string(text.substr(0, place)) + std::to_string(type.facts.turn_limit) +
           std::string(text.substr(place + 3));
  }
  return rules_of(type) + "\nIn tournaments a game is a draw after " +
         counted(static_cast<std::uint64_t>(type.facts.turn_limit), "turn") +
         " (--max-turns sets another limit).\n";
}

}  // namespace schiri::cli
