#include <cmath>

#include "cli/line/usual_options.h"
#include "cli/otb/entry_options.h"
#include "cli/otb/event_access.h"
#include "cli/otb/list_cells.h"
#include "cli/otb/otb_commands.h"
#include "cli/otb/played_rounds.h"
#include "cli/otb/printed_lists.h"
#include "cli/otb/team_lists.h"
#include "core/base/names.h"
#include "core/otb/standing.h"
#include "core/otb/teams.h"
#include "notation/text/nearest_advice.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct StandingOptions : EventListOptions {
  std::uint64_t round = 0;
  std::string tie_breaks;
  bool players = false;  ///< of all teams instead of the teams
  std::string category;
};

struct PrizeOptions : EventListOptions {
  std::uint64_t round = 0;
  std::size_t places = 3;
};

/// The category of this name, or by this rule. Throws InputError if there is none.
otb::Category category_of(const otb::Journal& journal, const std::string& text) {
  const auto known = otb::categories(journal.head(), journal.event());
  NearestName nearest(text);
  for (const otb::Category& one : known) {
    if (is_same_name(one.name, text)) return one;
    nearest.look_at(one.name);
  }
  otb::Category category = otb::read_category(text);
  if (!category.rules.empty()) return category;
  throw InputError(
      joined(message("--category: the event has no category '{0}'", printable(text)),
             joined(known_names(nearest),
                    known.empty() ? message("'schiri otb set --category' sets them") : Message())));
}

/// The lines of those who are members, with their places among each other.
std::vector<std::pair<const otb::StandingRow*, std::size_t>> places_within(
    const std::vector<otb::StandingRow>& lines, const std::vector<bool>& members) {
  std::vector<std::pair<const otb::StandingRow*, std::size_t>> chosen;
  for (const otb::StandingRow& line : lines) {
    if (!members[line.entrant]) continue;
    const bool is_tied = !chosen.empty() && chosen.back().first->place == line.place;
    chosen.emplace_back(&line, is_tied ? chosen.back().second : chosen.size() + 1);
  }
  return chosen;
}

ExitStatus run_otb_standing(const StandingOptions& options) {
  const otb::Journal journal = open_to_read(options.file);
  const std::uint64_t rounds = counted_rounds(journal, options.round);
  const auto tie_breaks =
      options.tie_breaks.empty() ? journal.event().tie_breaks() : tie_breaks_of(options.tie_breaks);
  OutputFile output = open_output(options.output, options.file);
  if (options.players && !options.category.empty()) {
    throw InputError(message("--category: not with --players"));
  }
  if (options.players) {
    print_player_scores(output.stream(), journal, rounds, ListFormat(options.list_format));
  } else if (options.category.empty()) {
    print_standing(output.stream(), journal, rounds, ListFormat(options.list_format), tie_breaks);
  } else {
    const otb::Category category = category_of(journal, options.category);
    print_standing(output.stream(), journal, rounds, ListFormat(options.list_format), tie_breaks,
                   &category);
  }
  output.commit();
  return ExitStatus::done;
}

ExitStatus run_otb_prizes(const PrizeOptions& options) {
  const otb::Journal journal = open_to_read(options.file);
  const std::uint64_t rounds = counted_rounds(journal, options.round);
  const ListFormat form(options.list_format);
  if (otb::categories(journal.head(), journal.event()).empty()) {
    throw InputError(message("the event has no categories; 'schiri otb set --category' sets them"));
  }
  OutputFile output = open_output(options.output, options.file);
  print_list(output.stream(), list_head(journal, form.language()),
             prize_list(journal, rounds, options.places, form), form);
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
                          std::span<const rating::TieBreakId> tie_breaks,
                          const otb::Category* category) {
  const otb::Event& event = journal.event();
  const auto shown = tie_break_columns(tie_breaks);
  const auto numbers = start_numbers(event);
  PrintedList list{so_far(message("after round {0}", rounds), event, rounds).in(form.language()),
                   {"place"},
                   {},
                   tie_break_line(tie_breaks, form)};
  std::vector<bool> members(event.entrants().size(), true);
  if (category) {
    members = otb::members_of(*category, journal.head(), event);
    list.title = list.title + ", " + category_label(category->name, form);
    list.keys.push_back("overall");
  }
  const auto lines = otb::standing(event, rounds, tie_breaks);
  for (const auto& [line, place] : places_within(lines, members)) {
    std::vector<Json>& row = list.rows.emplace_back(std::vector<Json>{place});
    if (category) row.push_back(line->place);
    append(row, seat_cells(event, numbers, line->entrant));
    append(row, event.has_teams() ? team_cells(*line) : player_cells(*line));
    add_tie_breaks(row, *line, tie_breaks);
    row.push_back(text_or_null(remark_on(event, *line, rounds).in(form.language())));
  }
  append(list.keys, seat_keys(event, "", event.has_teams() ? "team" : "player"));
  append(list.keys, event.has_teams()
                        ? std::vector<std::string>{"match_points", "game_points", "matches", "wins",
                                                   "draws", "losses"}
                        : std::vector<std::string>{"points", "games", "wins"});
  for (const auto id : shown) list.keys.emplace_back(rating::name_of(id).key);
  list.keys.push_back("remark");
  choose_columns(list, form, {"number", "title", "rating", "club"});
  return list;
}

PrintedList prize_list(const otb::Journal& journal, std::uint64_t rounds, std::size_t places,
                       const ListFormat& form) {
  const otb::Event& event = journal.event();
  const auto numbers = start_numbers(event);
  const auto lines = otb::standing(event, rounds);
  const std::vector<std::string> keys = {"category", "place", "overall"};
  PrintedList list{so_far(message("prizes in categories after round {0}", rounds), event, rounds)
                       .in(form.language()),
                   keys,
                   {}};
  append(list.keys, seat_keys(event, "", "player"));
  list.keys.push_back("points");
  for (const otb::Category& category : otb::categories(journal.head(), event)) {
    const auto members = otb::members_of(category, journal.head(), event);
    for (const auto& [line, place] : places_within(lines, members)) {
      if (place > places) break;
      std::vector<Json>& row = list.rows.emplace_back(
          std::vector<Json>{category_label(category.name, form), place, line->place});
      append(row, seat_cells(event, numbers, line->entrant));
      row.push_back(points_json(line->points));
    }
  }
  choose_columns(list, form, {"number", "title", "rating", "club"}, {"category"});
  return list;
}

void print_standing(std::ostream& out, const otb::Journal& journal, std::uint64_t rounds,
                    const ListFormat& form, std::span<const rating::TieBreakId> tie_breaks,
                    const otb::Category* category) {
  print_list(out, list_head(journal, form.language()),
             standing_list(journal, rounds, form, tie_breaks, category), form);
}

PrintedList player_score_list(const otb::Journal& journal, std::uint64_t rounds,
                              const ListFormat& form) {
  const otb::Event& event = journal.event();
  if (!event.has_teams()) throw InputError(message("--players: this is not a team event"));
  const TeamRows table = player_rows(event, rounds);
  PrintedList list{
      so_far(message("players after round {0}", rounds), event, rounds).in(form.language()),
      table.keys, table.rows};
  choose_columns(list, form, {"title", "rating"});
  return list;
}

void print_player_scores(std::ostream& out, const otb::Journal& journal, std::uint64_t rounds,
                         const ListFormat& form) {
  print_list(out, list_head(journal, form.language()), player_score_list(journal, rounds, form),
             form);
}

void add_otb_standing(OtbCommands& commands) {
  const auto standing = commands.add("standing", "Show the standings", "standing cup.otb --round 3",
                                     run_otb_standing);
  add_list_format(standing.app, standing.options.list_format, standing.options.output);
  add_columns(standing.app, standing.options.list_format);
  add_round(standing.app, standing.options.round,
            "Show the standings after round N (the last finished one)");
  add_tie_breaks(standing.app, standing.options.tie_breaks,
                 "Use these tie-breaks: DE,WON,SB (those of the event)");
  standing.app.add_flag("--players", standing.options.players,
                        "List the players of all teams, board by board");
  standing.app
      .add_option("--category", standing.options.category,
                  "List the players of a category, by their places in it: U14, women, ...")
      ->type_name("CATEGORY");
  const auto prizes = commands.add("prizes", "Show the best players of each category",
                                   "prizes cup.otb --places 2", run_otb_prizes);
  prizes.app.add_option("--places", prizes.options.places, "Show N places of each category (3)")
      ->range(1, 2000);
  add_round(prizes.app, prizes.options.round,
            "Use the standings after round N (the last finished one)");
  add_list_format(prizes.app, prizes.options.list_format, prizes.options.output);
  add_columns(prizes.app, prizes.options.list_format);
}

}  // namespace schiri::cli
