#pragma once

// The rules by which an over-the-board event is played.

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/errors.h"
#include "core/game.h"
#include "core/pairing/swiss_history.h"
#include "core/rating/tables/tie_breaks.h"
#include "core/tournament/config.h"

namespace schiri::otb {

/// A change that an over-the-board event refuses; its text is a sentence for the user.
struct EventError : InputError {
  using InputError::InputError;
};
/// The game has a result already, which can only be corrected.
struct ResultStands : EventError {
  using EventError::EventError;
};

struct Terms {
  System system = System::dutch;    ///< Dutch, round-robin or knockout
  std::uint64_t rounds = 0;         ///< of a Dutch event
  Side first_colour = Side::white;  ///< of the first player, in the Dutch system
  /// How many half-point byes each entrant may have, also for rounds missed before a late entry;
  /// unset: any number of those requested in time.
  std::optional<std::uint64_t> half_byes = {};
  std::uint64_t cycles = 1;  ///< of a round-robin: how often each two meet
  std::uint64_t games = 1;   ///< of a knockout: how many games a match has before it goes on
  bool third_place = false;  ///< of a knockout: the losers of the semi-finals meet
  std::optional<PointSystem> points = {};           ///< the values of games; unset: 1, 1/2 and 0
  std::vector<rating::TieBreakId> tie_breaks = {};  ///< empty: default_tie_breaks()

  /// Are rounds paired by points?
  bool is_swiss() const { return system == System::dutch; }
};

/// The word for a system whose pairings do not depend on points, in a sentence: `a round-robin`.
Message system_word(const Terms& terms);

/// FIDE leaves the choice to the organiser; these are the defaults.
std::vector<rating::TieBreakId> default_tie_breaks(const Terms& terms);

/// Throws EventError if settings contradict each other or are out of bounds.
void require_valid(const Terms& terms);
/// The most rounds of an event.
constexpr std::uint64_t most_rounds = 1000;

/// Throws EventError if a number of rounds is out of bounds.
void require_rounds(std::uint64_t rounds);
/// Throws EventError if values are out of bounds, or do not go with the other terms.
void require_points(const Terms& terms, const PointSystem& points);
}  // namespace schiri::otb
