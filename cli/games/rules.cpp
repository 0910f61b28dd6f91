#include <iostream>

#include "cli/games/rules_text.h"
#include "cli/line/command.h"
#include "cli/line/start.h"
#include "cli/line/usual_options.h"
#include "cli/print/vocabulary.h"

namespace schiri::cli {

void add_rules(Command& app, ExitStatus&) {
  auto game = std::make_shared<std::string>(), language = std::make_shared<std::string>();
  Command* command = app.add_subcommand("rules", "Show the rules of a game");
  command->footer("Example: schiri rules sperre\nManual: schiri help games");
  command->add_option("GAME", *game, "The game, see 'schiri games'")->required();
  add_language(*command, *language);
  command->callback([game, language] {
    std::cout << rules_text(require_game(*game), chosen_language(*language));
  });
}

}  // namespace schiri::cli
