#include <iostream>

#include "cli/line/command.h"
#include "cli/line/start.h"
#include "core/base/text.h"

namespace schiri::cli {

void add_rules(Command& app, ExitStatus&) {
  auto game = std::make_shared<std::string>();
  Command* command = app.add_subcommand("rules", "Show the rules of a game");
  command->footer("Example: schiri rules sperre\nManual: schiri help games");
  command->add_option("GAME", *game, "The game, see 'schiri games'")->required();
  command->callback([game] {
    const GameType& type = require_game(*game);
    std::cout << rules_of(type) << "\nIn tournaments a game is a draw after "
              << counted(static_cast<std::uint64_t>(type.facts.turn_limit), "turn")
              << " (--max-turns sets another limit).\n";
  });
}

}  // namespace schiri::cli
