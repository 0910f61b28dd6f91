#include <iostream>

#include "cli/line/command.h"
#include "cli/print/json.h"
#include "core/base/text.h"
#include "notation/game_types.h"

namespace schiri::cli {

namespace {

struct GamesOptions {
  Format format = Format::text;
};

void run_games(const GamesOptions& options) {
  for (const GameType* type : game_types()) {
    if (options.format == Format::json) {
      Json variants = Json::array();
      for (const std::string_view variant : type->variants()) variants.push_back(variant);
      write_line(std::cout, {{"game", type->name()},
                             {"title", type->title()},
                             {"variants", variants},
                             {"summary", type->facts.summary},
                             {"max_turns", type->facts.turn_limit}});
      continue;
    }
    std::cout << type->name() << "  " << type->title() << ": " << type->facts.summary
              << "\n  variants:";
    for (const std::string_view variant : type->variants()) std::cout << ' ' << variant;
    std::cout << "\n  in tournaments a draw after "
              << counted(static_cast<std::uint64_t>(type->facts.turn_limit), "turn") << '\n';
  }
}

}  // namespace

void add_games(Command& app, ExitStatus&) {
  auto options = std::make_shared<GamesOptions>();
  Command* command = app.add_subcommand("games", "List the games and their variants");
  command->footer("Example: schiri games --format json\nManual: schiri help games");
  command->add_format(options->format);
  command->callback([options] { run_games(*options); });
}

}  // namespace schiri::cli
