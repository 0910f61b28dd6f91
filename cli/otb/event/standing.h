#pragma once

// The standing of an over-the-board event.

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "cli/otb/event/event.h"
#include "core/rating/tables/tie_breaks.h"

namespace schiri::otb {

/// An entrant's row of a standing. Byes and forfeits have points and no game.
struct StandingRow {
  std::size_t entrant = 0;
  std::size_t place = 0;  ///< from 1; entrants still tied share a place
  double points = 0;
  /// In the order of the tie-breaks; unset if one does not apply to the entrant.
  std::vector<std::optional<double>> tie_breaks;
  int games = 0;
  int wins = 0;              ///< of the games
  bool is_annulled = false;  ///< withdrew early from a round-robin: its games count for no entrant
};

/// The standing after this many rounds, by the event's tie-breaks; open games count nothing. In a
/// knockout entrants are ordered by how far they have come; equally far ones share a place unless
/// tie-breaks are given.
std::vector<StandingRow> standing(const Event& event, std::size_t rounds);
/// The standing by other tie-breaks.
std::vector<StandingRow> standing(const Event& event, std::size_t rounds,
                                  std::span<const rating::TieBreakId> tie_breaks);

}  // namespace schiri::otb
