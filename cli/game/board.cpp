#include <vector>

#include "cli/command.h"
#include "cli/game/start.h"
#include "cli/io/diagram_options.h"
#include "cli/io/output_file.h"

namespace schiri::cli {

namespace {

struct BoardOptions {
  StartOptions start;
  std::vector<std::string> turns;
  DiagramOptions diagram;
  std::string output = "-";
};

void play(Game& game, const std::vector<std::string>& turns) {
  for (const std::string& turn : turns) {
    if (const auto error = game.play(turn)) {
      throw UsageError("--play " + turn + " (turn " + std::to_string(game.turns().size() + 1) +
                       "): " + error->message);
    }
  }
}

ExitStatus run_board(const BoardOptions& options) {
  const GameType& type = options.start.type();
  const auto game = options.start.start();
  play(*game, options.turns);
  const std::string title =
      std::string(type.title()) + (game->turns().empty() ? "" : ", after " + game->turns().back());
  OutputFile output(options.output);
  output.stream() << draw_svg(type, options.start.variant, *game, title, options.diagram);
  output.commit();
  return ExitStatus::done;
}

}  // namespace

void add_board(Command& app, ExitStatus& status) {
  auto options = std::make_shared<BoardOptions>();
  Command* command = app.add_subcommand("board", "Draw a position as an SVG diagram");
  command->footer("Example: schiri board creeper --play A2+B3 -o board.svg");
  options->start.add_to(*command);
  command->add_option("--play", options->turns, "A turn to play; may be given several times")
      ->one_word();
  options->diagram.add_to(*command);
  command->add_option("-o,--output", options->output,
                      "Where to write, standard output unless told");
  command->callback([options, &status] { status = run_board(*options); });
}

}  // namespace schiri::cli
