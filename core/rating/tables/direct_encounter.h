#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/rating/tables/tie_breaks.h"

namespace schiri::rating {

/// Whether a round is an encounter: forfeits are if pairings do not follow from results (6.1.1,
/// 15.2).
bool is_encounter(const TieBreakRound& round, bool is_swiss);

/// Orders tied players by the games between them (C.07, article 6).
class DirectEncounters {
 public:
  /// The field must outlive this object.
  explicit DirectEncounters(const TieBreakField& field)
      : field_(field), member_(field.players.size(), none) {}

  struct Result {
    std::vector<std::vector<std::size_t>>
        tiers;  ///< the first tier is ahead; a tier has the players still tied
    /// By place in the group: the points against the others, on average against each (6.1.2), by
    /// which they are ordered; nullopt if not all have met and the missing games could change the
    /// place.
    std::vector<std::optional<double>> points;
  };

  /// The order of a group; for one player, a tier without points.
  Result order(const std::vector<std::size_t>& group);

 private:
  using Group = std::vector<std::size_t>;
  static constexpr auto none = static_cast<std::size_t>(-1);

  /// The score of a player against the others of a group.
  struct GroupScore {
    double made = 0;  ///< the sum of the averages against each opponent that was met
    std::size_t missing = 0;

    double most(double win) const { return made + win * static_cast<double>(missing); }
  };

  std::vector<GroupScore> scores(const Group& group);
  void settle(const Group& group, std::vector<Group>& tiers);
  void settle_by_scores(const Group& group, const std::vector<GroupScore>& scores,
                        std::vector<Group>& tiers);
  void settle_from_top(const Group& group, const std::vector<GroupScore>& scores,
                       std::vector<Group>& tiers);

  const TieBreakField& field_;
  std::vector<std::size_t> member_;  ///< place in the current group, or none
};

}  // namespace schiri::rating
