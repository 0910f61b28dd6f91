#pragma once

// Options on players that several commands share.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/line/command.h"
#include "cli/otb/rated_entries.h"
#include "core/otb/event.h"
#include "notation/trf/player_fields.h"

namespace schiri::cli {

/// `--rating`, `--club` and the details of a federation.
struct PlayerOptions {
  std::optional<int> rating;
  std::optional<std::string> club;
  std::array<std::optional<std::string>, otb::player_fields.size()> details;

  void add_to(Command& command);
  bool has_fide_id() const { return details[0].has_value(); }
  /// The details that were given, as they are kept. Throws EventError.
  std::vector<std::pair<std::string otb::PlayerDetails::*, std::string>> read_details() const;
};

/// A table of players, and ratings from a database.
struct PlayerSource {
  std::string table;
  std::string delimiter;  ///< as that of ListFormatOptions
  RatingSource ratings;

  /// `option`: the name of the table's option.
  void add_to(Command& command, const char* option, const char* about);
  /// The players of the table; none if there is no table.
  std::vector<otb::Entry> read_table() const;
};

/// `--half-byes N`
void add_half_byes(Command& command, std::optional<std::uint64_t>& half_byes, const char* about);
/// `--tie-breaks LIST`
void add_tie_breaks(Command& command, std::string& tie_breaks, const char* about);

/// If teams play, the club of an entry is its team, unless the entry names a team.
otb::Entry for_team(otb::Entry entry, const otb::Event& event);

}  // namespace schiri::cli
