#include <cmath>

#include "cli/line/usual_options.h"
#include "cli/otb/event_access.h"
#include "cli/otb/list_cells.h"
#include "cli/otb/otb_commands.h"
#include "cli/otb/played_rounds.h"
#include "cli/otb/printed_lists.h"
#include "cli/otb/team_lists.h"
#include "core/otb/standing.h"

namespace schiri::cli {

namespace {

struct CrossTableOptions : EventListOptions {
  std::uint64_t round = 0;
};

/// `2½`
std::string halves_text(int half) {
  const std::string whole = std::to_string(half / 2);
  return half % 2 == 0 ? whole : (half == 1 ? "" : whole) + "½";
}

/// Of a game `1`, `½`, `0`, by forfeit `+`, `-`; of a match the game points so far; of a bye its
/// points; empty without a result.
std::string sign_of(const EntrantRound& played, const Translation& language) {
  if (played.match) return match_halves(*played.match) ? halves_text(played.half_points()) : "";
  if (!played.is_finished()) return "";
  if (played.result) return played.sign();
  return played.points == 0.5 ? "½" : language.number(points_text(played.points).text);
}

/// `12w1`: the opponent's line in the table, the colour, the result; of a match `12:2½`. Rounds
/// without a game have only their points, after a dash.
std::string cell_of(const EntrantRound& played, const std::vector<std::size_t>& line_of,
                    const Translation& language, bool has_teams) {
  if (!played.opponent) {
    return "–" + (has_teams ? std::to_string(played.match_points()) : sign_of(played, language));
  }
  if (played.match)
    return std::to_string(line_of[*played.opponent]) + ":" + sign_of(played, language);
  return std::to_string(line_of[*played.opponent]) +
         (played.side ? message("b") : message("w")).in(language) + sign_of(played, language);
}

/// The results of each player against each other one, in the order of the lines.
std::vector<Json> cells_against(const std::vector<EntrantRound>& rounds, std::size_t line,
                                const std::vector<std::size_t>& line_of,
                                const Translation& language) {
  std::vector<std::string> texts(line_of.size());
  for (const EntrantRound& played : rounds) {
    if (!played.opponent) continue;
    std::string& text = texts[line_of[*played.opponent] - 1];
    const std::string sign = sign_of(played, language);
    text += (played.match && !text.empty() && !sign.empty() ? " " : "") + sign;
  }
  texts[line - 1] = "×";
  std::vector<Json> cells;
  for (const std::string& text : texts) cells.push_back(text_or_null(text));
  return cells;
}

std::vector<Json> cells_by_round(const std::vector<EntrantRound>& played, std::uint64_t rounds,
                                 const std::vector<std::size_t>& line_of,
                                 const Translation& language, bool has_teams) {
  std::vector<Json> cells(rounds);
  for (const EntrantRound& one : played) {
    cells[one.round - 1] = cell_of(one, line_of, language, has_teams);
  }
  return cells;
}

std::vector<std::string> numbered_keys(const char* beginning, std::size_t count) {
  std::vector<std::string> keys;
  for (std::size_t i = 1; i <= count; ++i) keys.push_back(beginning + std::to_string(i));
  return keys;
}

ExitStatus run_otb_table(const CrossTableOptions& options) {
  const ListFormat form(options.list_format);
  const otb::Journal journal = open_to_read(options.file);
  OutputFile output = open_output(options.output, options.file);
  print_cross_table(output.stream(), journal, counted_rounds(journal, options.round), form);
  output.commit();
  return ExitStatus::done;
}

}  // namespace

PrintedList cross_table(const otb::Journal& journal, std::uint64_t rounds, const ListFormat& form) {
  const otb::Event& event = journal.event();
  const bool is_round_robin = event.system() == System::round_robin;
  const bool has_teams = event.has_teams();
  const auto tie_breaks = event.tie_breaks();
  const auto standing = otb::standing(event, rounds, tie_breaks);
  const auto played = rounds_of_entrants(event, rounds);
  const auto numbers = start_numbers(event);
  std::vector<std::size_t> line_of(event.entrants().size());
  for (std::size_t i = 0; i < standing.size(); ++i) line_of[standing[i].entrant] = i + 1;

  PrintedList list{
      so_far(is_round_robin ? message("cross table after round {0}", rounds)
                            : message("by rounds\4cross table after round {0}", rounds),
             event, rounds)
          .in(form.language()),
      {"number"},
      {},
      tie_break_line(tie_breaks, form)};
  append(list.keys, seat_keys(event, "", has_teams ? "team" : "player"));
  list.keys[1] = "start_number";
  append(list.keys, is_round_robin ? numbered_keys("against_", standing.size())
                                   : numbered_keys("round_", rounds));
  append(list.keys, has_teams ? std::vector<std::string>{"match_points", "game_points"}
                              : std::vector<std::string>{"points"});
  for (const auto id : tie_break_columns(tie_breaks)) {
    list.keys.emplace_back(rating::name_of(id).key);
  }
  append(list.keys, {"place", "remark"});
  for (const otb::StandingRow& line : standing) {
    const std::size_t number = line_of[line.entrant];
    std::vector<Json> row = {number};
    append(row, seat_cells(event, numbers, line.entrant));
    append(row,
           is_round_robin
               ? cells_against(played[line.entrant], number, line_of, form.language())
               : cells_by_round(played[line.entrant], rounds, line_of, form.language(), has_teams));
    append(row, has_teams
                    ? std::vector<Json>{std::lround(line.points), points_json(line.game_points)}
                    : std::vector<Json>{points_json(line.points)});
    add_tie_breaks(row, line, tie_breaks);
    row.push_back(line.place);
    row.push_back(text_or_null(remark_on(event, line, rounds).in(form.language())));
    list.rows.push_back(std::move(row));
  }
  choose_columns(list, form, {"title", "rating"}, {"number"});
  return list;
}

void print_cross_table(std::ostream& out, const otb::Journal& journal, std::uint64_t rounds,
                       const ListFormat& form) {
  print_list(out, list_head(journal, form.language()), cross_table(journal, rounds, form), form);
}

void add_otb_table(OtbCommands& commands) {
  const auto table = commands.add("table", "Show the cross table",
                                  "table cup.otb --format html -o table.html", run_otb_table);
  add_list_format(table.app, table.options.list_format, table.options.output);
  add_columns(table.app, table.options.list_format);
  add_round(table.app, table.options.round, "Show the table after round N (the last finished one)");
}

}  // namespace schiri::cli
