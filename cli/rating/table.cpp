#include <iostream>
#include <memory>

#include "cli/command.h"
#include "cli/io/rows.h"
#include "cli/rating/cross_table_text.h"
#include "cli/rating/rated_games.h"
#include "notation/printable.h"

namespace schiri::cli {

namespace {

struct TableOptions {
  RatedGames games;
  std::string format = "text";
};

std::vector<std::string> keys() {
  std::vector<std::string> keys = {"game", "player", "rank",   "games",
                                   "wins", "draws",  "losses", "points"};
  for (const auto& tie_break : rating::tie_break_columns()) keys.emplace_back(tie_break.key);
  keys.insert(keys.end(), {"performance", "performance_bound", "variant", "pool"});
  return keys;
}

std::vector<Json> cells(const rating::CrossTable& table, std::size_t index) {
  const rating::CrossTableRow& row = table.rows[index];
  std::vector<Json> cells = {table.game,          row.name,         index + 1,
                             row.results.games(), row.results.wins, row.results.draws,
                             row.results.losses,  row.points};
  for (const auto& tie_break : row.tie_breaks) {
    cells.push_back(tie_break ? Json(*tie_break) : Json());
  }
  cells.emplace_back(row.performance ? Json(*row.performance) : Json());
  cells.push_back(text_or_null(rating::symbol(row.performance_bound)));
  cells.emplace_back(table.variant);
  cells.emplace_back(table.pool);
  return cells;
}

/// Wins, draws and losses against each opponent that was met.
Json against(const rating::CrossTable& table, const rating::CrossTableRow& row) {
  Json opponents = Json::object();
  for (const rating::CrossTableCell& cell : row.cells) {
    const rating::Wdl& results = cell.results;
    opponents[table.rows[cell.opponent].name] = {results.wins, results.draws, results.losses};
  }
  return opponents;
}

void print_json(const rating::CrossTable& table) {
  const std::vector<std::string> names = keys();
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    Json object = Json::object();
    const std::vector<Json> values = cells(table, i);
    for (std::size_t k = 0; k < names.size(); ++k) object[names[k]] = values[k];
    object["against"] = against(table, table.rows[i]);
    write_line(std::cout, object);
  }
}

void print_notes(const rating::CrossTable& table) {
  for (const std::string& note : table.notes) {
    std::cerr << "schiri: " << printable(table.game + ": " + note, 4096) << '\n';
  }
}

void print_csv(const std::vector<rating::CrossTable>& tables) {
  Rows rows(std::cout, "csv", keys());
  for (const rating::CrossTable& table : tables) {
    for (std::size_t i = 0; i < table.rows.size(); ++i) rows.add(cells(table, i));
    print_notes(table);
  }
}

void print_text(const std::vector<rating::CrossTable>& tables) {
  for (const rating::CrossTable& table : tables) {
    if (&table != &tables.front()) std::cout << '\n';
    print_cross_table(std::cout, table);
  }
}

ExitStatus run_table(const TableOptions& options) {
  std::vector<rating::GameCounts> counts;
  const ExitStatus status = options.games.count(counts);
  std::vector<rating::CrossTable> tables;
  for (const rating::GameCounts& one : counts) {
    for (auto& table : make_cross_tables(one)) tables.push_back(std::move(table));
  }
  if (options.format == "text") {
    print_text(tables);
  } else if (options.format == "csv") {
    print_csv(tables);
  } else {
    for (const rating::CrossTable& table : tables) {
      print_json(table);
      print_notes(table);
    }
  }
  return status;
}

}  // namespace

void add_table(Command& app, ExitStatus& status) {
  auto options = std::make_shared<TableOptions>();
  Command* command = app.add_subcommand("table", "Show a cross table with tie-breaks");
  command->footer("Example: schiri table --db e.db");
  options->games.add_to(*command);
  command->add_option("--format", options->format, "text, json or csv")
      ->one_of({"text", "json", "csv"});
  command->callback([options, &status] { status = run_table(*options); });
}

}  // namespace schiri::cli
