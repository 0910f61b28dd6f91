#include <iostream>
#include <memory>

#include "cli/line/command.h"
#include "cli/line/option_value.h"
#include "cli/print/cross_table_text.h"
#include "cli/print/output_language.h"
#include "cli/print/rows.h"
#include "cli/ratings/rated_games.h"
#include "notation/rating/rows.h"
#include "notation/rating/tie_break_list.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct TableOptions {
  RatedGames games;
  Format format = Format::text;
  std::string tie_breaks;
};

void print_notes(const rating::CrossTable& table) {
  for (const Message& note : table.notes) {
    print_message(printable(translated(message("{0}: {1}", table.game, note)), 4096));
  }
}

void print_csv(const std::vector<rating::CrossTable>& tables,
               const std::vector<rating::TieBreakId>& tie_breaks) {
  Rows rows(std::cout, Format::csv, rating::table_keys(tie_breaks));
  for (const rating::CrossTable& table : tables) {
    for (std::size_t i = 0; i < table.rows.size(); ++i) rows.add(rating::table_cells(table, i));
    print_notes(table);
  }
}

void print_text(const std::vector<rating::CrossTable>& tables) {
  for (const rating::CrossTable& table : tables) {
    if (&table != &tables.front()) std::cout << '\n';
    print_cross_table(std::cout, table);
  }
}

/// The table of an over-the-board event, which has any tie-breaks; unset for other games.
std::optional<rating::CrossTable> event_table(const TableOptions& options) {
  const auto tie_breaks = read_for("--tie-breaks", [&] {
    return options.tie_breaks.empty() ? std::vector<rating::TieBreakId>()
                                      : rating::read_tie_breaks(options.tie_breaks);
  });
  return options.games.event_table(tie_breaks);
}

ExitStatus run_table(const TableOptions& options) {
  std::vector<rating::CrossTable> tables;
  std::vector<rating::TieBreakId> tie_breaks;
  ExitStatus status = ExitStatus::done;
  if (auto of_event = event_table(options)) {
    tie_breaks = of_event->tie_breaks;
    tables.push_back(*std::move(of_event));
  } else {
    tie_breaks =
        read_for("--tie-breaks", [&] { return rating::read_table_tie_breaks(options.tie_breaks); });
    std::vector<rating::GameCounts> counts;
    status = options.games.count(counts);
    for (const rating::GameCounts& one : counts) {
      for (auto& table : rating::rated_cross_tables(one, {}, tie_breaks)) {
        tables.push_back(std::move(table));
      }
    }
  }
  if (tables.empty()) print_note(message("no game counts, so there is no table"));
  if (options.format == Format::text) {
    print_text(tables);
  } else if (options.format == Format::csv) {
    print_csv(tables, tie_breaks);
  } else {
    for (const rating::CrossTable& table : tables) {
      for (std::size_t i = 0; i < table.rows.size(); ++i) {
        write_line(std::cout, rating::table_row(table, i));
      }
      print_notes(table);
    }
  }
  return status;
}

}  // namespace

void add_table(Command& app, ExitStatus& status) {
  auto options = std::make_shared<TableOptions>();
  Command* command = app.add_subcommand("table", "Show a cross table with tie-breaks");
  command->footer("Example: schiri table --db e.db\nManual: schiri help ratings");
  options->games.add_to(*command);
  command->add_format(options->format, "Set the output format (text)",
                      {Format::text, Format::json, Format::csv});
  command
      ->add_option("--tie-breaks", options->tie_breaks,
                   "Set the tie-breaks: DE,WON (DE,SB,BH, or those of the over-the-board event)")
      ->type_name("LIST");
  command->callback([options, &status] { status = run_table(*options); });
}

}  // namespace schiri::cli
