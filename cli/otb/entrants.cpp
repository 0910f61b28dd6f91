#include <iostream>

#include "cli/otb/options.h"
#include "core/base/names.h"
#include "core/otb/teams.h"
#include "db/otb/player_table.h"
#include "notation/text/printable.h"
#include "notation/text/similar_names.h"

namespace schiri::cli {

namespace {

/// Asks about those who have entered under a name that is almost this one.
void warn_of_similar(const otb::Journal& journal, const std::string& file,
                     const std::string& name) {
  for (const otb::Player& other : otb::players(journal.event())) {
    if (is_same_name(name, other.name) || !are_similar_names(name, other.name)) continue;
    std::cerr << "schiri: note: is '" << printable(name) << "' the same as '"
              << printable(other.name) << "', who has entered? Then 'schiri otb undo "
              << printable(file, 4096) << "' takes it back\n";
  }
}

/// A command that does the same to each of some players, of which all must have entered.
template <class Change>
ExitStatus change_each(const PeopleOptions& options, const Change& change,
                       bool with_people = false) {
  otb::Journal journal = open_to_change(options.file);
  require_entered(journal, options.names, with_people);
  for (const std::string& name : options.names) change(journal, name);
  journal.commit();
  return ExitStatus::done;
}

/// The round that is meant: the one that was named, else the next.
std::uint64_t coming_round(const otb::Journal& journal, const PeopleOptions& options) {
  return options.round ? options.round : journal.event().rounds().size() + 1;
}

/// The details that are told, as they are kept.
std::vector<std::pair<std::string otb::PlayerDetails::*, std::string>> told_details(
    const PeopleOptions& options) {
  std::vector<std::pair<std::string otb::PlayerDetails::*, std::string>> told;
  for (std::size_t i = 0; i < otb::player_fields.size(); ++i) {
    if (!options.details[i]) continue;
    told.emplace_back(otb::player_fields[i].text, otb::player_fields[i].read(*options.details[i]));
  }
  return told;
}

/// Those who are named, with what is told of them all, and those of the table and the ratings.
std::vector<otb::Entry> entrants_of(const PeopleOptions& options, const otb::Journal& journal) {
  const std::string ratings = options.ratings.database();
  if (options.names.empty() && options.players.empty() && ratings.empty()) {
    throw InputError("who enters? Tell a NAME, a table of players with --from, or --from-ratings");
  }
  const bool has_id = options.details[0].has_value();
  if ((options.rating || has_id) && (options.names.size() != 1 || !options.players.empty())) {
    throw InputError(std::string(has_id ? "--fide-id" : "--rating") + " goes with one name alone");
  }
  std::vector<otb::Entry> entrants;
  for (const std::string& name : options.names) {
    entrants.push_back({tidy_name(name), options.rating});
  }
  if (!options.players.empty()) {
    for (otb::Entry& player :
         otb::read_player_table(options.players, options.players_delimiter, print_note)) {
      entrants.push_back(std::move(player));
    }
  }
  if (!ratings.empty()) {
    add_ratings(entrants, options.ratings, journal.head().game, journal.head().variant,
                journal.event().entrants());
  }
  for (otb::Entry& entrant : entrants) {
    if (options.club) entrant.club = tidy_name(*options.club);
    entrant.half_byes = options.half_byes;
    if (!options.team.empty()) entrant.team = tidy_name(options.team);
    for (const auto& [text, value] : told_details(options)) entrant.details.*text = value;
  }
  return entrants;
}

}  // namespace

otb::Entry for_team(otb::Entry player, const otb::Event& event) {
  if (!event.has_teams()) return player;
  if (player.team.empty()) player.team = player.club;
  player.club.clear();
  return player;
}

ExitStatus run_enter(const PeopleOptions& options) {
  otb::Journal journal = open_to_change(options.file);
  const auto entrants = entrants_of(options, journal);
  OutputFile output = open_output(options);
  for (const otb::Entry& entrant : entrants) {
    warn_of_similar(journal, options.file, entrant.name);
    journal.enter(for_team(entrant, journal.event()));
  }
  output.stream() << count_entered(journal.event()) << '\n';
  finish(journal, output);
  return ExitStatus::done;
}

ExitStatus run_lineup(const PeopleOptions& options) {
  otb::Journal journal = open_to_change(options.file);
  const otb::Event& event = journal.event();
  if (event.has_teams()) {
    require_entered(journal, {options.team});
    require_entered(journal, options.names, true);
  }
  const bool is_playing = event.rounds().size() > event.finished_rounds();
  const std::uint64_t next = event.rounds().size() + !is_playing;
  journal.set_lineup(options.team, options.round ? options.round : next, options.names);
  journal.commit();
  return ExitStatus::done;
}

ExitStatus run_change(const PeopleOptions& options) {
  otb::EntrantChange change;
  if (options.new_name) change.name = tidy_name(*options.new_name);
  if (options.rating) change.rating = options.rating;
  if (options.no_rating) change.rating.emplace(std::nullopt);
  if (options.club) change.club = tidy_name(*options.club);
  change.details = told_details(options);
  if (!change.name && !change.rating && !change.club && change.details.empty()) {
    throw InputError(
        "nothing to change: tell --name, --rating, --no-rating, --club, --fide-id, --title, "
        "--federation, --sex or --born");
  }
  for (const auto& [is_told, option] : {std::pair(change.name.has_value(), "--name"),
                                        std::pair(options.details[0].has_value(), "--fide-id")}) {
    if (is_told && options.names.size() > 1) {
      throw InputError(std::string(option) + " goes with one name alone");
    }
  }
  return change_each(
      options,
      [&](otb::Journal& journal, const std::string& name) { journal.change(name, change); }, true);
}

ExitStatus run_withdraw(const PeopleOptions& options) {
  return change_each(
      options, [](otb::Journal& journal, const std::string& name) { journal.withdraw(name); });
}

ExitStatus run_reinstate(const PeopleOptions& options) {
  return change_each(
      options, [](otb::Journal& journal, const std::string& name) { journal.reinstate(name); });
}

ExitStatus run_bye(const PeopleOptions& options) {
  return change_each(options, [&](otb::Journal& journal, const std::string& name) {
    const std::uint64_t round = coming_round(journal, options);
    options.zero ? journal.grant_zero_point_bye(name, round)
                 : journal.grant_half_point_bye(name, round);
  });
}

ExitStatus run_forbid(const PeopleOptions& options) {
  otb::Journal journal = open_to_change(options.file);
  require_entered(journal, options.names);
  options.lift ? journal.allow(options.names) : journal.forbid(options.names);
  journal.commit();
  return ExitStatus::done;
}

}  // namespace schiri::cli
