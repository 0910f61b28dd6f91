#include <unistd.h>

#include <vector>

#include "cli/input/played_turns.h"
#include "cli/line/board_style.h"
#include "cli/line/command.h"
#include "cli/line/start.h"
#include "cli/line/table_options.h"
#include "cli/line/usual_options.h"
#include "cli/print/console.h"
#include "cli/print/output_language.h"
#include "cli/print/terminal_filter.h"
#include "notation/board/position_text.h"
#include "notation/game_svg.h"
#include "notation/programs/own_game.h"

namespace schiri::cli {

namespace {

struct ShownPosition {
  StartOptions start;
  std::vector<std::string> turns;
  Format format = Format::text;
};

const Columns<Game>& position_columns() {
  using Row = const Game&;
  static const Columns<Game> columns = {
      {{"position", {}, Holds::text, "position string, as `--position` takes it"},
       [](Row game) { return game.position(); }},
      {{"side", {}, Holds::side, "side to move"},
       [](Row game) { return side_key(game.side_to_move()); }},
      {{"outcome", {}, Holds::side, "`white`, `black` or `draw`; null if the game goes on"},
       [](Row game) { return outcome_or_null(game.ending()); }},
      {{"reason", {}, Holds::text, "rule that ended the game; null if none did"}, [](Row game) {
         const auto ending = game.ending();
         return ending ? Cell(ending->reason) : Cell();
       }}};
  return columns;
}

void print(const Game& game, Format format) {
  if (format == Format::json) {
    Json object = position_columns().object(game);
    if (const auto drawing = drawing_of(game)) object["board"] = *drawing;
    return write_line(console::out, object);
  }
  const std::string position = game.position() + '\n', board = game.board(board_style());
  console::out << position << '\n';
  if (board != position) console::out << StyledText{board} << '\n';
  console::out << translated(state_sentence(game)) << '\n';
}

ExitStatus run_position(const ShownPosition& options) {
  const auto game = options.start.start();
  const auto refused = play_turns(*game, options.start.type(), options.turns);
  if (refused && refused->error.kind == TurnError::Kind::syntax) {
    throw InputError(message("--play: {0}", refused->error.message));
  }
  print(*game, options.format);
  if (!refused) return ExitStatus::done;
  console::out.flush();
  console::err << "schiri: " << translated(refused->message()) << '\n';
  return ExitStatus::wrong;
}

}  // namespace

void add_position(Command& app) {
  const auto [command, options] =
      app.add<ShownPosition>("position", "Show a position, with turns played from it",
                             "more-or-less --play O --play A0,E5", "games", run_position);
  options.start.add_to(command);
  add_turns_option(command, options.turns, "Play this turn or movetext first; repeatable");
  command.add_format(options.format);
  add_language(command);
  command.prints(position_columns);
}

}  // namespace schiri::cli
