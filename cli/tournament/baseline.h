#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/tournament/event_settings.h"
#include "cli/tournament/stored_commands.h"
#include "notation/contest/openings.h"

namespace schiri::cli {

/// An earlier event whose players new bots are to meet.
struct BaselineOptions {
  std::optional<std::string> db;
  std::optional<std::string> event;    ///< where there are several
  std::vector<std::string> opponents;  ///< who of its players; empty: all
};

/// What an event takes from an earlier one.
struct Baseline {
  /// All that decides how its games were played, the players, and what all of these were told,
  /// for the new ones: so many rounds as were begun, in a gauntlet of the new bots.
  TournamentSettings settings;
  std::map<std::uint64_t, Opening> openings;  ///< with which its games began, by number
  std::string note;                           ///< a sentence for the person who runs it
  std::optional<StoredCommands> commands;     ///< of that event
};

/// Reads it from its database. Throws InputError where there is no such event or player.
Baseline read_baseline(const BaselineOptions& options, std::size_t newcomers);

}  // namespace schiri::cli
