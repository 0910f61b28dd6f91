#include "cli/otb/commands/entry_options.h"

#include <algorithm>
#include <iterator>

#include "cli/line/command.h"
#include "cli/line/usual_options.h"
#include "cli/otb/acts/player_table.h"
#include "cli/otb/commands/event_access.h"
#include "cli/otb/event/fields.h"
#include "cli/print/output_language.h"
#include "core/base/names.h"
#include "notation/text/point_system.h"
#include "notation/text/printable.h"
#include "notation/text/similar_names.h"

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
  command.add_file("--players", table, about);
  add_delimiter(command, delimiter, "Set the separator of that file: , ; or tab (detected)");
}

void add_tie_breaks(Command& command, std::string& tie_breaks, const char* about) {
  command.add_option("--tie-breaks", tie_breaks, about)->type_name("LIST");
}

std::vector<otb::Entry> PlayerSource::read_table() const {
  if (table.empty()) return {};
  return otb::read_player_table(table, delimiter, print_note);
}

namespace {

std::vector<otb::Entry> entered(const otb::Event& event) {
  std::vector<otb::Entry> all;
  for (const otb::Entrant& entrant : event.entrants()) {
    otb::Entry& entry = all.emplace_back(otb::Entry{entrant.name});
    entry.details = entrant.details;
    entry.club = entrant.club;
  }
  return all;
}

}  // namespace

std::vector<Message> number_namesakes(std::vector<otb::Entry>& entries, const otb::Event& event) {
  std::vector<Message> notes;
  auto known = entered(event);
  const auto find = [&](const std::string& name) {
    return std::find_if(known.begin(), known.end(),
                        [&](const otb::Entry& one) { return is_same_name(one.name, name); });
  };
  for (otb::Entry& entry : entries) {
    const std::string name = entry.name;
    for (int number = 2;; ++number) {
      const auto other = find(entry.name);
      if (other == known.end() || !are_two_people(entry, *other)) break;
      entry.name = name + " (" + std::to_string(number) + ")";
    }
    if (find(entry.name) != known.end()) entry.name = name;
    if (entry.name != name) {
      notes.push_back(message("there are two people named '{0}'; this one is '{1}'",
                              printable(name), printable(entry.name)));
    }
    known.push_back(entry);
  }
  return notes;
}

std::vector<Message> similar_notes(const std::vector<otb::Entry>& entries,
                                   const otb::Event& event) {
  std::vector<std::string> names;
  std::vector<Message> notes;
  for (const otb::Entrant& entrant : event.entrants()) names.push_back(entrant.name);
  const std::size_t before = names.size();
  for (const otb::Entry& entry : entries) names.push_back(entry.name);
  for (const auto& [first, second] : similar_pairs(names)) {
    if (second < before || is_same_name(names[first], names[second])) continue;
    notes.push_back(message("is '{0}' the same player as '{1}', who has entered already?",
                            printable(names[second]), printable(names[first])));
  }
  return notes;
}

std::vector<Message> long_name_notes(const std::vector<std::string>& names) {
  std::vector<Message> notes;
  for (const std::string& name : names) {
    if (count_characters(name) <= otb::trf_name_width) continue;
    notes.push_back(message("a TRF file has only {0} characters of a name: '{1}'",
                            otb::trf_name_width,
                            printable(first_characters(name, otb::trf_name_width))));
  }
  return notes;
}

std::vector<std::string> names_of(const std::vector<otb::Entry>& entries) {
  std::vector<std::string> names;
  for (const otb::Entry& entry : entries) names.push_back(entry.name);
  return names;
}

void warn_of_similar(const std::vector<otb::Entry>& entries, const otb::Event& event,
                     const std::string& file) {
  for (const Message& note : similar_notes(entries, event)) {
    print_note(message("{0} 'schiri otb undo {1}' undoes this entry", note, printable(file, 4096)));
  }
}

}  // namespace schiri::cli
