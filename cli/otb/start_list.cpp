#include <algorithm>

#include "cli/line/usual_options.h"
#include "cli/otb/event_access.h"
#include "cli/otb/list_cells.h"
#include "cli/otb/otb_commands.h"
#include "cli/otb/played_rounds.h"
#include "cli/otb/printed_lists.h"
#include "core/otb/teams.h"

namespace schiri::cli {

namespace {

/// Ends the list with the column of absences; readers see it only if somebody is absent.
void end_with_remarks(PrintedList& list, const otb::Journal& journal, const ListFormat& form,
                      const std::vector<std::size_t>& entrants) {
  std::vector<Json> remarks;
  for (const std::size_t entrant : entrants) {
    remarks.push_back(text_or_null(absence_of(journal.event(), entrant).in(form.language())));
  }
  const auto is_empty = [](const Json& remark) { return remark.is_null(); };
  if ((form.is_shown() || !form.is_plain()) &&
      std::all_of(remarks.begin(), remarks.end(), is_empty))
    return;
  list.keys.push_back("remark");
  for (std::size_t i = 0; i < remarks.size(); ++i) list.rows[i].push_back(remarks[i]);
}

/// The players of all teams, the best team first.
PrintedList team_list(const otb::Journal& journal, const ListFormat& form) {
  const otb::Event& event = journal.event();
  PrintedList list{
      message("start list").in(form.language()),
      {"number", "team", "board", "player", "title", "rating", "federation", "fide_id"},
      {}};
  std::vector<std::size_t> teams;  // by row
  const auto people = otb::players(event);
  const auto order = event.start_list();
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const otb::Player& person : people) {
      if (person.team != order[i]) continue;
      const otb::PlayerDetails& its = person.details;
      list.rows.push_back({i + 1, event.entrants()[order[i]].name, person.number, person.name,
                           text_or_null(its.title), person.rating ? Json(*person.rating) : Json(),
                           text_or_null(its.federation), text_or_null(its.fide_id)});
      teams.push_back(order[i]);
    }
  }
  end_with_remarks(list, journal, form, teams);
  choose_columns(list, form, {"title", "rating", "federation", "fide_id"}, {"number"});
  list.below_title = schedule_line(journal, form.language());
  return list;
}

ExitStatus run_otb_players(const EventListOptions& options) {
  const ListFormat form(options.list_format);
  const otb::Journal journal = open_to_read(options.file);
  OutputFile output = open_output(options.output, options.file);
  print_start_list(output.stream(), journal, form);
  output.commit();
  return ExitStatus::done;
}

}  // namespace

PrintedList start_list(const otb::Journal& journal, const ListFormat& form) {
  const otb::Event& event = journal.event();
  if (event.has_teams()) return team_list(journal, form);
  PrintedList list{
      message("start list").in(form.language()),
      {"number", "player", "title", "rating", "federation", "club", "fide_id", "category"},
      {}};
  const bool has_all = !form.is_shown() || form.is_plain();
  if (has_all) append(list.keys, {"sex", "born"});
  const auto order = event.start_list();
  for (std::size_t i = 0; i < order.size(); ++i) {
    const otb::Entrant& entrant = event.entrants()[order[i]];
    const otb::PlayerDetails& its = entrant.details;
    std::vector<Json>& row = list.rows.emplace_back(
        std::vector<Json>{i + 1, entrant.name, text_or_null(its.title), rating_json(entrant),
                          text_or_null(its.federation), text_or_null(entrant.club),
                          text_or_null(its.fide_id), text_or_null(its.category)});
    if (has_all) append(row, {text_or_null(its.sex), text_or_null(its.birth)});
  }
  end_with_remarks(list, journal, form, order);
  choose_columns(list, form, {"title", "rating", "federation", "club", "fide_id", "category"},
                 {"number"});
  list.below_title = schedule_line(journal, form.language());
  return list;
}

void print_start_list(std::ostream& out, const otb::Journal& journal, const ListFormat& form) {
  print_list(out, list_head(journal, form.language()), start_list(journal, form), form);
}

void add_otb_players(OtbCommands& commands) {
  const auto players =
      commands.add("players", "Show the start list",
                   "players cup.otb --format html -o players.html", run_otb_players);
  add_list_format(players.app, players.options.list_format, players.options.output);
  add_columns(players.app, players.options.list_format);
}

}  // namespace schiri::cli
