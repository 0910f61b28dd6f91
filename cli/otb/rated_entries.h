#pragma once

#include <string>
#include <vector>

#include "db/otb/journal.h"

namespace schiri::cli {

/// The options on the database in which ratings are looked up.
struct RatingSource {
  bool is_wanted = false;
  std::string db;
  std::string list;  ///< that is kept under this name; empty: the present ratings

  /// The database; empty if none is wanted. Throws InputError if none is known, or one is given for
  /// nothing.
  std::string database() const;
};

/// Gives those without a rating the one that they have in the database, whole, for this game and
/// variant: that of the list that was named, else that of the list that is kept there as the
/// present one, else one that is computed (bt). Who is not to be found stays unrated, and a note on
/// standard error names the nearest. If there are no entries, all players of the list enter who
/// have not yet. Throws db::StoreError, and InputError if no such list is kept.
void add_ratings(std::vector<otb::Entry>& entrants, const RatingSource& source,
                 const std::string& game, const std::string& variant,
                 const std::vector<otb::Entrant>& entered);

}  // namespace schiri::cli
