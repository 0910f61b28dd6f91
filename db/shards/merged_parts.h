#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "db/games/store.h"
#include "db/tournament/tournaments.h"

namespace schiri::db {

/// The examination of merged parts of a tournament.
struct MergedTournament {
  std::string name;
  std::uint64_t stored = 0;
  std::uint64_t planned = 0;
  std::vector<std::uint64_t> missing;   ///< missing games
  std::vector<std::uint64_t> repeated;  ///< games in several parts
};

/// Examines databases with parts of the same tournaments.
class MergedParts {
 public:
  /// The names of events become those of the merged database, which has the part already.
  void add(const Store& part, const Store& merged);
  /// The tournaments of the merged database with a part.
  std::vector<MergedTournament> compare(const Store& merged) const;

 private:
  /// Of each tournament, the number of parts with a game, by its number.
  std::map<std::string, std::map<std::uint64_t, int>> tournaments_;
};

}  // namespace schiri::db
