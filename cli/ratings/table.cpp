#include <memory>

#include "cli/line/command.h"
#include "cli/line/table_options.h"
#include "cli/line/usual_options.h"
#include "cli/print/output_file.h"
#include "cli/print/output_language.h"
#include "cli/ratings/rated_games.h"
#include "notation/rating/rows.h"
#include "notation/rating/tie_break_list.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct CrossTableOptions {
  RatedGames games;
  RowOptions table;
  std::string tie_breaks;
};

void print_rows(std::ostream& out, const std::vector<rating::CrossTable>& tables,
                const std::vector<rating::TieBreakId>& tie_breaks, const TableOptions& options) {
  RowWriter rows(out, options, rating::cross_table_columns(tie_breaks));
  for (const rating::CrossTable& table : tables) {
    for (std::size_t i = 0; i < table.rows.size(); ++i) rows.add({table, i});
    for (const Message& note : table.notes) {
      print_message(printable(message("{0}: {1}", table.game, note), 4096));
    }
  }
  rows.finish();
}

ExitStatus run_table(CrossTableOptions& options) {
  options.games.writes(options.table.output);
  std::vector<rating::CrossTable> tables;
  const auto tie_breaks =
      read_for("--tie-breaks", [&] { return rating::read_table_tie_breaks(options.tie_breaks); });
  std::vector<rating::GameCounts> counts;
  const ExitStatus status = options.games.count(counts);
  for (const rating::GameCounts& one : counts) {
    for (auto& table : rating::rated_cross_tables(one, {}, tie_breaks)) {
      tables.push_back(std::move(table));
    }
  }
  if (tables.empty()) print_note(message("no game counts, so there is no table"));
  const TableOptions shown = for_process(options.table);
  OutputFile output(options.table.output, options.games.inputs());
  std::ostream& out = output.stream();
  if (shown.format != Format::text) print_rows(out, tables, tie_breaks, shown);
  for (const rating::CrossTable& table : tables) {
    if (shown.format != Format::text) break;
    if (&table != &tables.front()) out << '\n';
    rating::write_cross_table(out, table, shown);
  }
  output.commit();
  return status;
}

std::vector<Column> columns_of_table() {
  return rating::cross_table_columns(rating::usual_tie_breaks()).columns();
}

}  // namespace

void add_table(Command& app) {
  const auto [command, options] = app.add<CrossTableOptions>(
      "table", "Show a cross table with tie-breaks", "--db e.db", "ratings", run_table);
  options.games.add_to(command);
  add_table_format(command, options.table, {Format::text, Format::json, Format::csv});
  add_row_options(command, options.table);
  command.add_option("--tie-breaks", options.tie_breaks, "Set the tie-breaks: DE,WON (DE,SB,BH)")
      ->type_name("LIST");
  command.prints(columns_of_table);
}

}  // namespace schiri::cli
