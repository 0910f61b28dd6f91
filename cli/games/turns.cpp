#include <algorithm>
#include <vector>

#include "cli/input/played_turns.h"
#include "cli/line/command.h"
#include "cli/line/start.h"
#include "cli/print/console.h"
#include "notation/programs/word_game.h"

namespace schiri::cli {

namespace {

struct TurnsOptions {
  StartOptions start;
  std::vector<std::string> turns;
  bool count = false;
};

void list_sorted(const Game& game) {
  std::vector<std::string> turns;
  game.visit_turns([&](std::string_view turn) {
    turns.push_back(shown_turn(game, turn));
    return true;
  });
  std::sort(turns.begin(), turns.end());
  for (const std::string& turn : turns) console::out << turn << '\n';
}

void run_turns(const TurnsOptions& options) {
  const auto game = options.start.start();
  require_turns(*game, options.start.type(), options.turns);
  if (options.count) {
    console::out << game->count_turns() << '\n';
  } else if (options.start.type().facts.streams_turns) {
    game->visit_turns([](std::string_view turn) { return bool(console::out << turn << '\n'); });
  } else {
    list_sorted(*game);
  }
}

}  // namespace

void add_turns(Command& app) {
  const auto [command, options] =
      app.add<TurnsOptions>("turns", "List the legal turns of a position",
                            "sperre --roll 147 --count", "games", run_turns);
  options.start.add_to(command);
  add_turns_option(command, options.turns, "Play this turn or movetext first; repeatable");
  command.add_flag("--count", options.count, "Print only the number of turns");
}

}  // namespace schiri::cli
