#include <algorithm>

#include "cli/games/rules_text.h"
#include "cli/line/command.h"
#include "cli/line/start.h"
#include "cli/line/usual_options.h"
#include "cli/print/console.h"
#include "cli/print/output_language.h"
#include "core/base/text.h"

namespace schiri::cli {

std::string rules_text(const GameType& type, const std::string& language) {
  std::string file(type.name());  // as the folder of the game
  std::replace(file.begin(), file.end(), '-', '_');
  file += '.' + language;
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

namespace {

struct RulesOptions {
  std::string game, language;
};

void print_rules(const RulesOptions& options) {
  console::out << rules_text(require_game(options.game), chosen_language(options.language));
}

}  // namespace

void add_rules(Command& app) {
  const auto [command, options] =
      app.add<RulesOptions>("rules", "Show the rules of a game", "sperre", "games", print_rules);
  add_game(command, "GAME", options.game, "The game, see 'schiri games'")->required();
  add_language(command, options.language);
}

}  // namespace schiri::cli
