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

/// The options on the database that the ratings are read from.
struct RatingSource {
  bool is_wanted = false;
  std::string db;
  std::string list;  ///< the name of a stored list; empty: the present ratings

  /// The database; empty without --from-ratings. Throws InputError if it is missing, or given
  /// without --from-ratings.
  std::string database() const;
};

/// Sets the ratings of unrated entries, as whole numbers, from the database for this game and
/// variant: from the named list, otherwise the stored present list, otherwise computed ratings
/// (bt). Players that are not found stay unrated, and a note on standard error names the nearest.
/// Without entries, adds all players of the list who have not entered. Throws db::StoreError, and
/// InputError if the list does not exist.
void add_ratings(std::vector<otb::Entry>& entrants, const RatingSource& source,
                 const std::string& game, const std::string& variant,
                 const std::vector<otb::Entrant>& entered);

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

/// A table of players, and ratings from a database.
struct PlayerSource {
  std::string table;
  std::string delimiter;  ///< as that of ListOptions
  RatingSource ratings;

  /// Adds `--players` and the options on it and on ratings.
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
/// Writes similar_notes() to standard error. `file`: of the event.
void warn_of_similar(const std::vector<otb::Entry>& entries, const otb::Event& event,
                     const std::string& file);

}  // namespace schiri::cli
