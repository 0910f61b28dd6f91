#include <unistd.h>

#include <iostream>
#include <vector>

#include "cli/command.h"
#include "cli/game/start.h"
#include "cli/io/board_style.h"
#include "cli/io/json.h"

namespace schiri::cli {

namespace {

struct PositionOptions {
  StartOptions start;
  std::vector<std::string> turns;
  std::string format = "text";
};

void print(const Game& game, const std::string& format) {
  const std::optional<Ending> ending = game.ending();
  if (format == "json") {
    write_line(std::cout, {{"position", game.position()},
                           {"side", side_letter(game.side_to_move())},
                           {"outcome", outcome_or_null(ending)},
                           {"reason", ending ? Json(ending->reason) : Json()}});
    return;
  }
  std::cout << game.position() << "\n\n"
            << game.board(board_style()) << '\n'
            << state_sentence(game) << '\n';
}

ExitStatus run_position(const PositionOptions& options) {
  const auto game = options.start.start();
  for (const std::string& turn : options.turns) {
    const auto error = game->play(turn);
    if (!error) continue;
    if (error->kind == TurnError::Kind::syntax) throw UsageError("--play: " + error->message);
    print(*game, options.format);
    std::cout.flush();
    std::cerr << "schiri: --play " << turn << " (turn " << game->turns().size() + 1
              << "): " << error->message << '\n';
    return ExitStatus::wrong;
  }
  print(*game, options.format);
  return ExitStatus::done;
}

}  // namespace

void add_position(Command& app, ExitStatus& status) {
  auto options = std::make_shared<PositionOptions>();
  Command* command =
      app.add_subcommand("position", "Show a position, after turns if some are given");
  command->footer("Example: schiri position more-or-less --play O --play A0,E5");
  options->start.add_to(*command);
  command->add_option("--play", options->turns, "A turn to play; may be given several times")
      ->one_word();
  command->add_option("--format", options->format, "text or json")->one_of({"text", "json"});
  command->callback([options, &status] { status = run_position(*options); });
}

}  // namespace schiri::cli
