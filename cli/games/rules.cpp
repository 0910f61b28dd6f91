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

void add_rules(Command& app, ExitStatus&) {
  auto game = std::make_shared<std::string>(), language = std::make_shared<std::string>();
  Command* command = app.add_subcommand("rules", "Show the rules of a game");
  command->footer("Example: schiri rules sperre\nManual: schiri help games");
  command->add_option("GAME", *game, "The game, see 'schiri games'")->required();
  add_language(*command, *language);
  command->callback([game, language] {
    console::out << rules_text(require_game(*game), chosen_language(*language));
  });
}

}  // namespace schiri::cli
