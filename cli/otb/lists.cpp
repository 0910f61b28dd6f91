#include "cli/otb/lists.h"

#include <algorithm>
#include <cmath>

#include "cli/line/command.h"
#include "cli/otb/list_parts.h"
#include "cli/otb/team_rows.h"
#include "core/base/decimals.h"
#include "core/otb/standing.h"
#include "core/otb/teams.h"
#include "core/tournament/systems.h"
#include "notation/records/conversion/record_start.h"
#include "notation/records/pgn/reader.h"
#include "notation/records/record.h"
#include "notation/records/source/byte_source.h"
#include "notation/text/printable.h"

namespace schiri::cli {

void print_round(std::ostream& out, const otb::Journal& journal, std::uint64_t round,
                 const ListFormat& form) {
  const otb::Event& event = journal.event();
  if (round < 1 || round > event.rounds().size()) {
    throw InputError("--round: round " + std::to_string(round) + " is not paired");
  }
  const std::string title = round_title(event, round, form.words());
  if (event.has_teams()) {
    TeamRows table = match_rows(event, round, form.words());
    return print_list(out, list_head(journal), {title, table.keys, table.rows}, form);
  }
  const auto before = otb::standing(event, round - 1);
  std::vector<double> points(event.entrants().size());
  for (const otb::StandingRow& line : before) points[line.entrant] = line.points;
  const auto name = [&](std::size_t player) { return event.entrants()[player].name; };

  std::vector<std::vector<Json>> rows;
  const otb::Round& made = event.rounds()[round - 1];
  for (std::size_t i = 0; i < made.boards.size(); ++i) {
    const otb::Board& board = made.boards[i];
    rows.push_back({i + 1, name(board.first), points_json(points[board.first]),
                    board.result ? Json(board_result_text(*board.result)) : Json(),
                    name(board.second), points_json(points[board.second])});
  }
  for (const otb::Bye& bye : made.byes) {
    rows.push_back({Json(), name(bye.entrant), points_json(points[bye.entrant]),
                    bye_sentence(event, bye.kind, form.words()), Json(), Json()});
  }
  print_list(out, list_head(journal),
              {title, {"board", "white", "points", "result", "black", "black_points"}, rows}, form);
}

namespace {

std::vector<Json> player_cells(const otb::StandingRow& line) {
  return {points_json(line.points), line.games, line.wins};
}

std::vector<Json> team_cells(const otb::StandingRow& line) {
  return {std::lround(line.points),
          points_json(line.game_points),
          line.games,
          line.wins,
          line.draws,
          line.games - line.wins - line.draws};
}

}  // namespace

void print_open_standing(std::ostream& out, const otb::Journal& journal, std::uint64_t rounds,
                         const ListFormat& form, std::span<const rating::TieBreakId> tie_breaks) {
  const otb::Event& event = journal.event();
  const auto shown = tie_break_columns(tie_breaks);
  std::vector<std::vector<Json>> rows;
  for (const otb::StandingRow& line : otb::standing(event, rounds, tie_breaks)) {
    const otb::Entrant& entrant = event.entrants()[line.entrant];
    const auto rating = otb::strength(event, line.entrant);
    rows.push_back({line.place, entrant.name, rating ? Json(*rating) : Json()});
    const std::vector<Json> made = event.has_teams() ? team_cells(line) : player_cells(line);
    rows.back().insert(rows.back().end(), made.begin(), made.end());
    add_tie_breaks(rows.back(), line, tie_breaks);
    rows.back().push_back(text_or_null(remark_on(entrant, line, rounds, form.words())));
  }
  std::vector<std::string> keys = {"place", "player", "rating", "points", "games", "wins"};
  if (event.has_teams()) {
    keys = {"place",   "team", "rating", "match_points", "game_points",
            "matches", "wins", "draws",  "losses"};
  }
  for (const auto id : shown) keys.emplace_back(rating::name_of(id).key);
  keys.push_back("remark");
  print_list(out, list_head(journal),
              {so_far("after", event, rounds, form.words()), keys, rows,
               tie_break_line(tie_breaks, form.words())},
              form);
}

void print_people(std::ostream& out, const otb::Journal& journal, std::uint64_t rounds,
                  const ListFormat& form) {
  const otb::Event& event = journal.event();
  if (!event.has_teams()) throw InputError("--players: in this event nobody plays for a team");
  const TeamRows table = person_rows(event, rounds);
  print_list(out, list_head(journal),
              {so_far("players", event, rounds, form.words()), table.keys, table.rows}, form);
}

void print_acts(std::ostream& out, const otb::Journal& journal) {
  for (std::size_t i = 0; i < journal.acts().size(); ++i) {
    const Json& act = journal.acts()[i];
    out << printable(act.at("time").get<std::string>()) << "  " << act_sentence(act)
        << (journal.is_undone(i) ? " (undone)" : "") << '\n';
  }
}

}  // namespace schiri::cli
