#include <cmath>

#include "cli/line/usual_options.h"
#include "cli/otb/entry_options.h"
#include "cli/otb/event_access.h"
#include "cli/otb/list_cells.h"
#include "cli/otb/otb_commands.h"
#include "cli/otb/printed_lists.h"
#include "cli/otb/round_option.h"
#include "cli/otb/team_lists.h"
#include "core/otb/standing.h"
#include "core/otb/teams.h"

namespace schiri::cli {

namespace {

struct StandingOptions : EventListOptions {
  std::uint64_t round = 0;
  std::string tie_breaks;
  bool players = false;  ///< of all teams instead of the teams
};

ExitStatus run_otb_standing(const StandingOptions& options) {
  const otb::Journal journal = open_to_read(options.file);
  const std::uint64_t rounds = counted_rounds(journal, options.round);
  const auto tie_breaks =
      options.tie_breaks.empty() ? journal.event().tie_breaks() : tie_breaks_of(options.tie_breaks);
  OutputFile output = open_output(options.output, options.file);
  if (options.players) {
    print_player_scores(output.stream(), journal, rounds, ListFormat(options.list_format));
  } else {
    print_standing(output.stream(), journal, rounds, ListFormat(options.list_format), tie_breaks);
  }
  output.commit();
  return ExitStatus::done;
}

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

PrintedList standing_list(const otb::Journal& journal, std::uint64_t rounds, const ListFormat& form,
                          std::span<const rating::TieBreakId> tie_breaks) {
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
  return {so_far("after", event, rounds, form.words()), keys, rows,
          tie_break_line(tie_breaks, form)};
}

void print_standing(std::ostream& out, const otb::Journal& journal, std::uint64_t rounds,
                    const ListFormat& form, std::span<const rating::TieBreakId> tie_breaks) {
  print_list(out, list_head(journal), standing_list(journal, rounds, form, tie_breaks), form);
}

PrintedList player_score_list(const otb::Journal& journal, std::uint64_t rounds,
                              const ListFormat& form) {
  const otb::Event& event = journal.event();
  if (!event.has_teams()) throw InputError("--players: this is not a team event");
  const TeamRows table = player_rows(event, rounds);
  return {so_far("players", event, rounds, form.words()), table.keys, table.rows};
}

void print_player_scores(std::ostream& out, const otb::Journal& journal, std::uint64_t rounds,
                         const ListFormat& form) {
  print_list(out, list_head(journal), player_score_list(journal, rounds, form), form);
}

void add_otb_standing(OtbCommands& commands) {
  const auto standing = commands.add("standing", "Show the standings", "standing cup.otb --round 3",
                                     run_otb_standing);
  add_list_format(standing.app, standing.options.list_format, standing.options.output);
  add_round(standing.app, standing.options.round,
            "Show the standings after round N (the last finished one)");
  add_tie_breaks(standing.app, standing.options.tie_breaks,
                 "Use these tie-breaks: DE,WON,SB (those of the event)");
  standing.app.add_flag("--players", standing.options.players,
                        "List the players of all teams, board by board");
}

}  // namespace schiri::cli
