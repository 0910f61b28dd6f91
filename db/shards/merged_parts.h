#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/rating/audit/homogeneity.h"
#include "db/games/store.h"

namespace schiri::db {

/// What the parts of a tournament show once they are merged.
struct MergedTournament {
  /// A part whose results differ from those of the other parts.
  struct Outlier {
    std::string label;
    rating::GroupTest test;
  };

  std::string name;
  std::uint64_t stored = 0;
  std::uint64_t planned = 0;
  std::vector<std::uint64_t> missing;   ///< games that no part has
  std::vector<std::uint64_t> repeated;  ///< games that several parts have
  std::vector<Outlier> outliers;
};

/// Examines databases that hold parts of the same tournaments.
class MergedParts {
 public:
  /// `label` names the part in results.
  void add(const Store& part, const std::string& label);
  /// The tournaments of the merged database that were played in one of the parts.
  std::vector<MergedTournament> compare(const Store& merged) const;

 private:
  struct Part {
    std::string label;
    std::vector<rating::GroupCounts> counts;
  };
  struct Tournament {
    std::vector<Part> parts;
    std::map<std::uint64_t, int> times;  ///< the number of parts that have a game, by its number
    std::map<std::pair<std::string, std::string>, std::size_t> pairings;
  };

  static std::vector<MergedTournament::Outlier> outliers(const Tournament& tournament);

  std::map<std::string, Tournament> tournaments_;
};

}  // namespace schiri::db
