#include "cli/line/usual_options.h"
#include "cli/otb/event_access.h"
#include "cli/otb/list_cells.h"
#include "cli/otb/otb_commands.h"
#include "cli/otb/played_rounds.h"
#include "cli/otb/printed_lists.h"
#include "core/otb/teams.h"

namespace schiri::cli {

namespace {

/// The players of all teams, the best team first.
PrintedList team_list(const otb::Journal& journal, const ListFormat& form) {
  const otb::Event& event = journal.event();
  PrintedList list{
      form.words()("startList"),
      {"number", "team", "board", "player", "title", "rating", "federation", "fide_id"},
      {}};
  const auto people = otb::players(event);
  const auto order = event.start_list();
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const otb::Player& person : people) {
      if (person.team != order[i]) continue;
      const otb::PlayerDetails& its = person.details;
      list.rows.push_back({i + 1, event.entrants()[order[i]].name, person.number, person.name,
                           text_or_null(its.title), person.rating ? Json(*person.rating) : Json(),
                           text_or_null(its.federation), text_or_null(its.fide_id)});
    }
  }
  choose_columns(list, form, {"title", "rating", "federation", "fide_id"}, {"number"});
  list.below_title = schedule_line(journal, form.words());
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
      form.words()("startList"),
      {"number", "player", "title", "rating", "federation", "club", "fide_id", "category"},
      {}};
  if (!form.is_shown() || form.is_plain()) append(list.keys, {"sex", "born"});
  const auto order = event.start_list();
  for (std::size_t i = 0; i < order.size(); ++i) {
    const otb::Entrant& entrant = event.entrants()[order[i]];
    const otb::PlayerDetails& its = entrant.details;
    list.rows.push_back({i + 1, entrant.name, text_or_null(its.title), rating_json(entrant),
                         text_or_null(its.federation), text_or_null(entrant.club),
                         text_or_null(its.fide_id), text_or_null(its.category),
                         text_or_null(its.sex), text_or_null(its.birth)});
    list.rows.back().resize(list.keys.size());
  }
  choose_columns(list, form, {"title", "rating", "federation", "club", "fide_id", "category"},
                 {"number"});
  list.below_title = schedule_line(journal, form.words());
  return list;
}

void print_start_list(std::ostream& out, const otb::Journal& journal, const ListFormat& form) {
  print_list(out, list_head(journal, form.words()), start_list(journal, form), form);
}

void add_otb_players(OtbCommands& commands) {
  const auto players =
      commands.add("players", "Show the start list",
                   "players cup.otb --format html -o players.html", run_otb_players);
  add_list_format(players.app, players.options.list_format, players.options.output);
  add_columns(players.app, players.options.list_format);
}

}  // namespace schiri::cli
