#include "cli/tournament/results/failure_table.h"

#include "cli/line/argument_files.h"
#include "cli/line/table_options.h"
#include "cli/print/output_language.h"
#include "core/base/text.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/tournaments.h"
#include "notation/text/printable.h"
#include "notation/text/record_cells.h"

namespace schiri::cli {

std::string last_error_line(std::string_view standard_error) {
  constexpr std::size_t longest = 200;
  constexpr std::string_view blanks = " \t\r\n";
  const std::string_view text = trimmed(standard_error, blanks);
  return printable(trimmed(text.substr(text.rfind('\n') + 1), blanks), longest);
}

std::string last_error_note(std::string_view standard_error) {
  const std::string line = last_error_line(standard_error);
  return line.empty() ? "" : "; standard error: " + line;
}

const Columns<db::FailureGameRow>& failure_columns() {
  using Row = const db::FailureGameRow&;
  static const Columns<db::FailureGameRow> columns = {
      {{"id", message("id"), Holds::count, "of the game, for `--id`; the same in every command"},
       [](Row game) { return game.id; }},
      {{"number", message("number"), Holds::count, "of the game in its tournament",
        Shown::programs},
       [](Row game) { return game.number; }},
      {{"round", message("round"), Holds::count},
       [](Row game) { return record_round(game.round); }},
      {{"board", message("board"), Holds::count},
       [](Row game) { return record_board(game.round); }},
      {{"bot", message("bot"), Holds::text, "the player that lost"},
       [](Row game) { return game.player; }},
      {{"opponent", message("opponent")}, [](Row game) { return game.opponent(); }},
      {{"termination", message("termination"), Holds::text, "tag `Termination`"},
       [](Row game) { return game.termination; }},
      {{"remark", message("remark"), Holds::text, "what happened"},
       [](Row game) { return game.remark; }},
      {{"stderr", message("standard error"), Holds::text, "its last line; empty if there is none"},
       [](Row game) { return last_error_line(game.standard_error); }}};
  return columns;
}

void print_failures(std::ostream& out, const db::Store& store, const db::StoredTournament& event,
                    Format format) {
  const auto games = db::failure_games(store, event);
  write_table(out, Table::of(failure_columns(), games), for_process(format));
  if (format != Format::text || games.empty()) return;
  out.flush();
  const std::string database = printable(shell_word(store.path()), 4096);
  // Only the referee knows the positions of its game.
  if (db::config_of(store, event).referee) {
    print_note(message("to see the record of a game: schiri db export --db {0} --id {1}", database,
                       games.front().id));
  } else {
    print_note(message("to see how a game ended: schiri replay --db {0} --id {1} --turn -1",
                       database, games.front().id));
  }
}

}  // namespace schiri::cli
