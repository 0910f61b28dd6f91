#pragma once

#include <string>
#include <vector>

#include "db/otb/journal.h"

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

}  // namespace schiri::cli
