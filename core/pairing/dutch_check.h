#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/pairing/swiss_history.h"

namespace schiri {

/// A board of a round. The first player has White, unless colours are unknown.
struct CheckedBoard {
  std::size_t white = 0;
  std::size_t black = 0;
  bool knows_colours = true;
};

/// A board, or the bye, that differs from the Dutch system.
struct DifferingBoard {
  std::size_t board = 0;               ///< from 1, in the order of boards; after the last: the bye
  std::optional<CheckedBoard> played;  ///< nullopt if a player was wrongly left unpaired
  std::optional<std::size_t> played_bye;
  std::optional<SwissPair> expected;  ///< of the player with White, or with the bye
  std::optional<std::size_t> expected_bye;
  std::string_view
      criterion;  ///< `C1` to `C21`, `sequence`, `colours`; `none` if there is no correct pairing
};

/// A round as it was played, in the order of boards, compared with the correct pairing.
struct RoundCheck {
  std::uint64_t round = 0;
  std::vector<DifferingBoard> differing;
};

/// Pairs a round of a history again by all rounds before it: the players paired in it count as
/// present. Players are those of the history. A game counts only if the lines of both players
/// agree.
RoundCheck check_dutch_round(const SwissHistory& history, std::uint64_t round);

}  // namespace schiri
