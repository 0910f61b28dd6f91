#include <iostream>
#include <memory>

#include "cli/command.h"
#include "cli/io/rows.h"
#include "cli/rating/cross_table_text.h"
#include "cli/rating/rated_games.h"
#include "cli/rating/tie_break_list.h"
#include "notation/printable.h"

namespace schiri::cli {

namespace {

struct TableOptions {
  RatedGames games;
  std::string format = "text";
  std::string tie_breaks;
};

std::string_view key_of(rating::TieBreakId id) {
  return id == rating::TieBreakId::direct_encounter ? "direct_encounter" : rating::name_of(id).key;
}

/// Throws UsageError for what cannot be said of games without rounds.
std::vector<rating::TieBreakId> tie_breaks_of(const TableOptions& options) {
  const auto usual = rating::usual_tie_breaks();
  if (options.tie_breaks.empty()) return {usual.begin(), usual.end()};
  auto list = read_tie_breaks(options.tie_breaks);
  for (const auto id : list) {
    if (rating::fits_cross_tables(id)) continue;
    throw UsageError("--tie-breaks: " + std::string(rating::name_of(id).code) +
                     " needs the rounds of an event, which a table of games does not know");
  }
  return list;
}

std::vector<std::string> keys(const std::vector<rating::TieBreakId>& tie_breaks) {
  std::vector<std::string> keys = {"game", "player", "rank",   "games",
                                   "wins", "draws",  "losses", "points"};
  for (const auto id : tie_breaks) keys.emplace_back(key_of(id));
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
  const std::vector<std::string> names = keys(table.tie_breaks);
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

void print_csv(const std::vector<rating::CrossTable>& tables,
               const std::vector<rating::TieBreakId>& tie_breaks) {
  Rows rows(std::cout, "csv", keys(tie_breaks));
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
  const auto tie_breaks = tie_breaks_of(options);
  std::vector<rating::GameCounts> counts;
  const ExitStatus status = options.games.count(counts);
  std::vector<rating::CrossTable> tables;
  for (const rating::GameCounts& one : counts) {
    for (auto& table : make_cross_tables(one, {}, rating::Scale::elo, tie_breaks)) {
      tables.push_back(std::move(table));
    }
  }
  if (options.format == "text") {
    print_text(tables);
  } else if (options.format == "csv") {
    print_csv(tables, tie_breaks);
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
  command
      ->add_option("--tie-breaks", options->tie_breaks,
                   "What decides between equal points, e.g. DE,WON (DE,SB,BH)")
      ->type_name("LIST");
  command->callback([options, &status] { status = run_table(*options); });
}

}  // namespace schiri::cli
