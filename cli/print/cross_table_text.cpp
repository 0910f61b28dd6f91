#include "cli/print/cross_table_text.h"

#include <algorithm>
#include <cmath>

#include "cli/print/output_language.h"
#include "cli/print/rows.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

constexpr std::size_t widest = 12;

Message tie_break_heading(rating::TieBreakId id) {
  if (id == rating::TieBreakId::direct_encounter) return message("direct");
  if (id == rating::TieBreakId::buchholz) return "Buchholz";
  return rating::name_of(id).code;
}

Message heading(const rating::CrossTable& table) {
  const std::string kind = table.game + (table.variant == "standard" ? "" : " " + table.variant);
  if (table.pools == 1) return kind;
  return message("{0}, pool {1} of {2}", kind, table.pool, table.pools);
}

/// The points against one opponent; empty if they never met.
Json points_against(const rating::Wdl& results) {
  return results.games() ? Json(results.points()) : Json();
}

Json performance(const rating::CrossTableRow& row) {
  if (row.performance) return std::round(*row.performance);
  return text_or_null(rating::symbol(row.performance_bound));
}

}  // namespace

void print_cross_table(std::ostream& out, const rating::CrossTable& table) {
  const bool matrix = table.rows.size() <= widest;
  std::vector<Message> header = {message("rank"),  message("player"), message("points"),
                                 message("games"), message("wins"),   message("draws"),
                                 message("losses")};
  for (std::size_t i = 1; matrix && i <= table.rows.size(); ++i) {
    header.emplace_back(std::to_string(i));
  }
  const bool byes = std::any_of(table.rows.begin(), table.rows.end(),
                                [](const auto& row) { return row.byes > 0; });
  if (byes) header.push_back(message("byes"));
  for (const auto id : table.tie_breaks) header.push_back(tie_break_heading(id));
  header.push_back(message("performance"));
  out << printable(translated(heading(table)), 4096) << '\n';
  AlignedText text(out, output_language(), header);
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const rating::CrossTableRow& row = table.rows[i];
    std::vector<Json> cells = {row.place,           row.name,         row.points,
                               row.results.games(), row.results.wins, row.results.draws,
                               row.results.losses};
    for (std::size_t j = 0; matrix && j < table.rows.size(); ++j) {
      cells.push_back(i == j ? Json("x") : points_against(rating::results_against(row, j)));
    }
    if (byes) cells.push_back(row.byes);
    for (const auto& tie_break : row.tie_breaks) {
      cells.push_back(tie_break ? Json(*tie_break) : Json());
    }
    cells.push_back(performance(row));
    text.add(cells);
  }
  text.finish();
  for (const Message& note : table.notes) {
    out << printable(translated(message("note: {0}", note)), 4096) << '\n';
  }
}

}  // namespace schiri::cli
