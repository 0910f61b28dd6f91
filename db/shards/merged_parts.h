#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "db/games/store.h"
#include "db/tournament/tournaments.h"

namespace schiri::db {

/// Numbers in ascending order: the first and the last of each row without a gap.
using NumberRanges = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

/// The examination of merged parts of a tournament.
struct MergedTournament {
  std::string name;
  std::uint64_t stored = 0;
  std::uint64_t planned = 0;
  std::uint64_t missing_games = 0;
  NumberRanges missing;                 ///< the first of them
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
