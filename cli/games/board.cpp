#include <memory>
#include <optional>
#include <vector>

#include "cli/input/inputs.h"
#include "cli/input/played_turns.h"
#include "cli/line/board_style.h"
#include "cli/line/command.h"
#include "cli/line/start.h"
#include "cli/line/usual_options.h"
#include "cli/print/output_file.h"
#include "core/base/text.h"
#include "notation/game_svg.h"
#include "notation/records/conversion/played_record.h"

namespace schiri::cli {

namespace {

struct BoardOptions {
  StartOptions start;
  std::vector<std::string> turns;
  InputOptions input;
  std::optional<std::int64_t> turn;
  DiagramOptions diagram;
  std::string output = "-";
};

/// The game to draw.
struct Shown {
  const GameType& type;
  std::string variant;
  std::unique_ptr<Game> game;
};

/// The stored game up to --turn.
Shown stored_game(const BoardOptions& options) {
  std::optional<CheckedRecord> found;
  read_inputs(options.input, [&](const std::string&, CheckedRecord& record) {
    found = std::move(record);
    return false;
  });
  const GameType& type = require_game(found->check.game);
  Shown shown{type, found->check.variant, type.start(start_of(*found, {}))};
  const auto turns = found->record.turns();
  const auto length = static_cast<std::int64_t>(turns.size());
  const std::int64_t wanted = options.turn.value_or(-1);
  const std::int64_t turn = wanted < 0 ? length + 1 + wanted : wanted;
  if (turn < 0 || turn > length) {
    throw InputError(
        message("--turn {0}: the game has {1} {1:turn|turns}", std::to_string(wanted), length));
  }
  for (std::int64_t i = 0; i < turn; ++i) shown.game->play(turns[static_cast<std::size_t>(i)]);
  return shown;
}

Shown started_game(const BoardOptions& options) {
  if (options.start.game.empty())
    throw InputError(message("GAME is required, or --db FILE --id N for a stored game"));
  if (options.turn) throw InputError(message("--turn: only with --id or --number"));
  return {options.start.type(), options.start.variant, options.start.start()};
}

ExitStatus run_board(BoardOptions& options) {
  require_drawing_name(options.output);
  const bool is_stored = options.input.is_stored();
  if (is_stored && !options.start.game.empty()) {
    throw InputError(message("--db: specify either a stored game or GAME"));
  }
  if (is_stored) options.input.check();
  const Shown shown = is_stored ? stored_game(options) : started_game(options);
  require_turns(*shown.game, shown.type, options.turns);
  OutputFile output(options.output);
  output.stream() << draw_svg(shown.type, shown.variant, *shown.game, options.diagram.style());
  output.commit();
  return ExitStatus::done;
}

}  // namespace

void add_board(Command& app) {
  const auto [command, options] =
      app.add<BoardOptions>("board", "Draw a position as an SVG diagram",
                            "creeper --play A2+B3 -o board.svg", "analysis", run_board);
  options.input.read.keep = Keep::records;
  options.start.add_to(command);
  add_language(command);
  add_turns_option(command, options.turns, "Play this turn or movetext first; repeatable");
  options.input.add_stored(command, "GAME");
  command.add_option("--turn", options.turn,
                     "With a stored game: draw the position after turn N, -1 the end (-1)");
  options.diagram.add_to(command);
  command.add_file("-o,--output", options.output, "Write to this file instead of standard output");
}

}  // namespace schiri::cli
