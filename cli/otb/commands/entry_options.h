#pragma once

// Options on players that several commands share.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/line/command.h"
#include "cli/otb/acts/journal.h"
#include "cli/otb/event/event.h"
#include "cli/otb/event/fields.h"

namespace schiri::cli {

/// Adds `--rating`, `--club` and the details for a federation.
struct PlayerOptions {
  std::optional<int> rating;
  std::optional<std::string> club;
  std::array<std::optional<std::string>, otb::player_fields.size()> details;

  void add_to(Command& command);
  bool has_fide_id() const { return details[0].has_value(); }
  /// The details that were given, in stored form. Throws EventError.
  std::vector<std::pair<std::string otb::PlayerDetails::*, std::string>> read_details() const;
};

/// A table of players.
struct PlayerSource {
  std::string table;
  std::string delimiter;  ///< as that of ListOptions

  /// Adds `--players` and `--delimiter`.
  void add_to(Command& command, const char* about);
  /// The players of the table; none if there is no table.
  std::vector<otb::Entry> read_table() const;
};

/// Adds `--tie-breaks LIST`.
void add_tie_breaks(Command& command, std::string& tie_breaks, const char* about);

/// Gives a number to those who have the name of another person: `Anna Berg (2)`. Entries that may
/// be the same person keep the name. Returns a note for each.
std::vector<Message> number_namesakes(std::vector<otb::Entry>& entries, const otb::Event& event);
/// Questions about entries whose names are similar to each other's, or to those of players who have
/// entered.
std::vector<Message> similar_notes(const std::vector<otb::Entry>& entries, const otb::Event& event);
/// A note for each name that is cut in a TRF file.
std::vector<Message> long_name_notes(const std::vector<std::string>& names);
std::vector<std::string> names_of(const std::vector<otb::Entry>& entries);
/// Writes similar_notes() to standard error. `file`: of the event.
void warn_of_similar(const std::vector<otb::Entry>& entries, const otb::Event& event,
                     const std::string& file);

}  // namespace schiri::cli
