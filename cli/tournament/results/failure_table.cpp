#include "cli/tournament/results/failure_table.h"

#include "cli/print/rows.h"
#include "core/base/text.h"
#include "db/tournament/played_games.h"
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

void print_failures(std::ostream& out, const db::Store& store, const db::StoredEvent& event,
                    Format format) {
  Rows rows(out, format,
            {"number", "round", "board", "bot", "opponent", "termination", "remark", "stderr"});
  for (const db::FailureGameRow& game : db::failure_games(store, event)) {
    rows.add({game.number, record_round(game.round), record_board(game.round), game.player,
              game.opponent(), game.termination, game.remark,
              last_error_line(game.standard_error)});
  }
  rows.finish();
}

}  // namespace schiri::cli
