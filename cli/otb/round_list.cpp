#include <algorithm>

#include "cli/line/usual_options.h"
#include "cli/otb/event_access.h"
#include "cli/otb/list_cells.h"
#include "cli/otb/otb_commands.h"
#include "cli/otb/played_rounds.h"
#include "cli/otb/printed_lists.h"
#include "cli/otb/team_lists.h"
#include "core/otb/round_robin.h"
#include "core/otb/standing.h"

namespace schiri::cli {

namespace {

struct ShowRoundOptions : EventListOptions {
  std::uint64_t round = 0;
};

ExitStatus run_otb_show(const ShowRoundOptions& options) {
  const otb::Journal journal = open_to_read(options.file);
  OutputFile output = open_output(options.output, options.file);
  print_round(output.stream(), journal, round_or_last(journal, options.round),
              ListFormat(options.list_format));
  output.commit();
  return ExitStatus::done;
}

}  // namespace

PrintedList round_list(const otb::Journal& journal, std::uint64_t round, const ListFormat& form) {
  const otb::Event& event = journal.event();
  const std::string title = scheduled_round_title(journal, round, form.language());
  if (event.has_teams()) {
    TeamRows table = match_rows(event, round, form);
    PrintedList list{title, table.keys, table.rows};
    choose_columns(list, form, {"title"});
    return list;
  }
  const auto before = otb::standing(event, round - 1);
  std::vector<double> points(event.entrants().size());
  for (const otb::StandingRow& line : before) points[line.entrant] = line.points;
  const auto numbers = start_numbers(event);
  std::vector<std::vector<Json>> rows;
  const otb::Round& made = event.rounds()[round - 1];
  std::vector<otb::Bye> byes = made.byes;
  const auto annulled = otb::annulled_entrants(event, event.rounds().size());
  for (std::size_t i = 0; i < made.boards.size(); ++i) {
    const otb::Board& board = made.boards[i];
    if (otb::is_void(board, annulled)) {
      const std::size_t here = annulled[board.first] ? board.second : board.first;
      byes.push_back({here, otb::ByeKind::free});
      continue;
    }
    std::vector<Json>& row = rows.emplace_back(std::vector<Json>{i + 1});
    append(row, seat_cells(event, numbers, board.first));
    append(row, {points_json(points[board.first]), result_json(board.result)});
    append(row, seat_cells(event, numbers, board.second));
    row.push_back(points_json(points[board.second]));
  }
  for (const otb::Bye& bye : byes) {
    std::vector<Json>& row = rows.emplace_back(std::vector<Json>{Json()});
    append(row, seat_cells(event, numbers, bye.entrant));
    append(row,
           {points_json(points[bye.entrant]), bye_sentence(event, bye.kind).in(form.language())});
    append(row, seat_cells(event, numbers, std::nullopt));
    row.push_back(Json());
  }
  PrintedList list{title, {"board"}, rows};
  append(list.keys, seat_keys(event, "white_", "white"));
  append(list.keys, {"points", "result"});
  append(list.keys, seat_keys(event, "black_", "black"));
  list.keys.push_back("black_points");
  choose_columns(list, form, {"number", "title"});
  return list;
}

void print_round(std::ostream& out, const otb::Journal& journal, std::uint64_t round,
                 const ListFormat& form) {
  print_list(out, list_head(journal, form.language()), round_list(journal, round, form), form);
}

void add_otb_show(OtbCommands& commands) {
  const auto show =
      commands.add("show", "Show a round with its results so far",
                   "show cup.otb --round 2 --format html -o round2.html", run_otb_show);
  add_list_format(show.app, show.options.list_format, show.options.output);
  add_columns(show.app, show.options.list_format);
  add_round(show.app, show.options.round, "Set the round (the last)");
}

}  // namespace schiri::cli
