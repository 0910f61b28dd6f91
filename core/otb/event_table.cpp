#include "core/otb/event_table.h"

#include <algorithm>
#include <vector>

#include "core/base/order.h"
#include "core/otb/round_robin.h"
#include "core/otb/standing.h"

namespace schiri::otb {

namespace {

using rating::CrossTableCell;
using rating::CrossTableRow;

Outcome outcome_of(BoardResult result) {
  const int half = half_points(result, 0);
  return half == 2 ? Outcome::white_wins : half == 1 ? Outcome::draw : Outcome::black_wins;
}

/// Players are named by their numbers, as two may have the same name.
rating::GameCounts counts_of(const EventHead& head, const Event& event) {
  std::vector<std::string> numbers;
  for (std::size_t p = 0; p < event.entrants().size(); ++p) numbers.push_back(std::to_string(p));
  rating::GameCounts counts(head.game, head.variant, numbers);
  const auto annulled = annulled_entrants(event, event.rounds().size());
  for (const Round& round : event.rounds()) {
    for (const Board& board : round.boards) {
      if (!board.result || *board.result == BoardResult::both_forfeit) continue;
      if (annulled[board.first] || annulled[board.second]) continue;
      const rating::Wdl result = rating::one_result(outcome_of(*board.result), 1);
      const auto white = static_cast<rating::PlayerId>(board.first);
      const auto black = static_cast<rating::PlayerId>(board.second);
      if (was_played(*board.result)) {
        counts.add_games(white, black, result);
      } else {
        counts.add_unplayed(white, black, result);
      }
    }
  }
  counts.finish();
  return counts;
}

/// A row for each entrant; cells name opponents by entrant.
std::vector<CrossTableRow> rows_of(const EventHead& head, const Event& event) {
  std::vector<CrossTableRow> rows(event.entrants().size());
  for (rating::CrossTable& table : rating::rated_cross_tables(counts_of(head, event))) {
    std::vector<std::size_t> entrants;
    for (const CrossTableRow& row : table.rows) entrants.push_back(std::stoul(row.name));
    for (std::size_t i = 0; i < entrants.size(); ++i) {
      for (CrossTableCell& cell : table.rows[i].cells) cell.opponent = entrants[cell.opponent];
      rows[entrants[i]] = std::move(table.rows[i]);
    }
  }
  return rows;
}

}  // namespace

rating::CrossTable event_table(const EventHead& head, const Event& event,
                               std::span<const std::string> names,
                               std::span<const rating::TieBreakId> tie_breaks) {
  if (event.has_teams())
    throw EventError(message("the table of a team event is that of its teams"));
  const auto lines = standing(event, event.rounds().size(), tie_breaks);
  std::vector<CrossTableRow> rows = rows_of(head, event);
  std::vector<std::size_t> row_of(rows.size());
  for (std::size_t i = 0; i < lines.size(); ++i) row_of[lines[i].entrant] = i;
  rating::CrossTable table;
  table.game = head.game;
  table.variant = head.variant;
  table.scale = "points: win 1, draw 1/2; performance in Elo; each line from its player's side";
  table.tie_breaks.assign(tie_breaks.begin(), tie_breaks.end());
  for (const StandingRow& line : lines) {
    CrossTableRow& row = table.rows.emplace_back(std::move(rows[line.entrant]));
    row.name = names[line.entrant];
    row.place = line.place;
    row.points = line.points;
    row.byes = std::max(0.0, line.points - row.results.points());
    row.tie_breaks = line.tie_breaks;
    for (CrossTableCell& cell : row.cells) cell.opponent = row_of[cell.opponent];
    std::sort(row.cells.begin(), row.cells.end(), by(&CrossTableCell::opponent));
  }
  return table;
}

}  // namespace schiri::otb
