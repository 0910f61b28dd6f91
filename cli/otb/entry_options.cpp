#include "cli/otb/entry_options.h"

#include <iterator>

#include "cli/line/usual_options.h"
#include "cli/otb/event_access.h"
#include "db/otb/player_table.h"

namespace schiri::cli {

namespace {

/// In the order of otb::player_fields.
constexpr const char* player_metavariables[] = {"ID", "TITLE", "CODE", "SEX", "DATE"};
static_assert(std::size(player_metavariables) == otb::player_fields.size());

}  // namespace

void PlayerOptions::add_to(Command& command) {
  command.add_option("--rating", rating, "Set the rating")->not_negative();
  command.add_option("--club", club, "Set the club")->type_name("NAME");
  for (std::size_t i = 0; i < otb::player_fields.size(); ++i) {
    const otb::PlayerField& field = otb::player_fields[i];
    command.add_option(field.option, details[i], field.about)->type_name(player_metavariables[i]);
  }
}

std::vector<std::pair<std::string otb::PlayerDetails::*, std::string>> PlayerOptions::read_details()
    const {
  std::vector<std::pair<std::string otb::PlayerDetails::*, std::string>> given;
  for (std::size_t i = 0; i < otb::player_fields.size(); ++i) {
    if (!details[i]) continue;
    given.emplace_back(otb::player_fields[i].text, otb::player_fields[i].read(*details[i]));
  }
  return given;
}

void PlayerSource::add_to(Command& command, const char* about) {
  command.add_option("--players", table, about)->type_name("FILE");
  add_delimiter(command, delimiter, "Set the separator of that file: , ; or tab (detected)");
  command.add_flag("--from-ratings", ratings.is_wanted,
                   "Read the ratings from --db; without names, enter all its players");
  command.add_option("--db", ratings.db,
                     "With --from-ratings: read the ratings from this database");
  command
      .add_option("--list", ratings.list, "With --from-ratings: use the stored list with this name")
      ->type_name("NAME");
}

std::vector<otb::Entry> PlayerSource::read_table() const {
  if (table.empty()) return {};
  return otb::read_player_table(table, delimiter, print_note);
}

void add_half_byes(Command& command, std::optional<std::uint64_t>& half_byes, const char* about) {
  command.add_option("--half-byes", half_byes, about)->range(0, 1000);
}

void add_tie_breaks(Command& command, std::string& tie_breaks, const char* about) {
  command.add_option("--tie-breaks", tie_breaks, about)->type_name("LIST");
}

otb::Entry for_team(otb::Entry entry, const otb::Event& event) {
  if (!event.has_teams()) return entry;
  if (entry.team.empty()) entry.team = entry.club;
  if (entry.team.empty()) {
    throw otb::EventError("this is a team event: specify the team of '" + entry.name +
                          "' with --team");
  }
  entry.club.clear();
  return entry;
}

}  // namespace schiri::cli
