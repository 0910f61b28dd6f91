#include <unistd.h>

#include <iostream>
#include <vector>

#include "cli/input/played_turns.h"
#include "cli/line/board_style.h"
#include "cli/line/command.h"
#include "cli/line/start.h"
#include "cli/line/usual_options.h"
#include "cli/print/json.h"
#include "cli/print/output_language.h"
#include "cli/print/terminal_filter.h"
#include "notation/board/position_text.h"
#include "notation/game_svg.h"

namespace schiri::cli {

namespace {

struct PositionOptions {
  StartOptions start;
  std::vector<std::string> turns;
  Format format = Format::text;
};

void print(const Game& game, Format format) {
  const std::optional<Ending> ending = game.ending();
  if (format == Format::json) {
    write_line(std::cout, {{"position", game.position()},
                           {"side", side_letter(game.side_to_move())},
                           {"outcome", outcome_or_null(ending)},
                           {"reason", ending ? Json(ending->reason) : Json()}});
    return;
  }
  std::cout << game.position() << "\n\n"
            << StyledText{game.board(board_style())} << '\n'
            << translated(state_sentence(game)) << '\n';
}

ExitStatus run_position(const PositionOptions& options) {
  const auto game = options.start.start();
  const auto refused = play_turns(*game, options.start.type(), options.turns);
  if (refused && refused->error.kind == TurnError::Kind::syntax) {
    throw InputError(message("--play: {0}", refused->error.message));
  }
  print(*game, options.format);
  if (!refused) return ExitStatus::done;
  std::cout.flush();
  std::cerr << "schiri: " << translated(refused->message()) << '\n';
  return ExitStatus::wrong;
}

}  // namespace

void add_position(Command& app, ExitStatus& status) {
  auto options = std::make_shared<PositionOptions>();
  Command* command = app.add_subcommand("position", "Show a position, also after turns");
  command->footer(
      "Example: schiri position more-or-less --play O --play A0,E5\nManual: schiri help games");
  options->start.add_to(*command);
  add_turns_option(*command, options->turns, "Play this turn or movetext first; repeatable");
  command->add_format(options->format);
  add_language(*command);
  command->callback([options, &status] { status = run_position(*options); });
}

}  // namespace schiri::cli
