#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/rating/audit/homogeneity.h"
#include "db/games/store.h"
#include "db/tournament/tournaments.h"

namespace schiri::db {

/// The results of an event's games between two players with these colours.
struct PairingResults {
  std::string white;
  std::string black;
  rating::ResultCounts counts{};
};

/// All pairings of an event that have games, by names. Throws StoreError.
std::vector<PairingResults> pairing_results(const Store& store, const StoredEvent& event);

/// The examination of merged parts of a tournament.
struct MergedTournament {
  /// A part whose results differ from those of the other parts.
  struct Outlier {
    std::string label;
    rating::GroupTest test;
  };

  std::string name;
  std::uint64_t stored = 0;
  std::uint64_t planned = 0;
  std::vector<std::uint64_t> missing;   ///< missing games
  std::vector<std::uint64_t> repeated;  ///< games in several parts
  std::vector<Outlier> outliers;
};

/// Examines databases with parts of the same tournaments.
class MergedParts {
 public:
  /// `label` names the part in results. The names of events and players become those of the merged
  /// database, which has the part already.
  void add(const Store& part, const std::string& label, const Store& merged);
  /// The tournaments of the merged database with a part.
  std::vector<MergedTournament> compare(const Store& merged) const;

 private:
  struct Part {
    std::string label;
    std::vector<rating::GroupCounts> counts;
  };
  struct Tournament {
    std::vector<Part> parts;
    std::map<std::uint64_t, int> times;  ///< the number of parts with a game, by its number
    std::map<std::pair<std::string, std::string>, std::size_t> pairings;
  };

  static std::vector<MergedTournament::Outlier> outliers(const Tournament& tournament);

  std::map<std::string, Tournament> tournaments_;
};

}  // namespace schiri::db
