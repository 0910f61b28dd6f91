#pragma once

// The rounds of a player, for cross tables and cards.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/otb/event.h"
#include "notation/text/json.h"

namespace schiri::cli {

/// A game or a bye of one player, or a match or a bye of a team.
struct EntrantRound {
  std::uint64_t round = 0;
  std::optional<std::size_t> opponent = {};
  int side = 0;  ///< 0 White, 1 Black
  std::optional<otb::BoardResult> result = {};
  std::optional<otb::ByeKind> bye = {};
  bool is_annulled = false;              ///< of a round-robin: it counts for nobody
  double points = 0;                     ///< of a team its match points; none without a result
  std::optional<otb::Board> match = {};  ///< of a team
  double bye_game_points = 0;            ///< of a team's bye

  bool is_finished() const { return bye || result; }
  double counted_points() const { return is_annulled ? 0 : points; }
  /// Of a finished game: `1`, `½` or `0`, by forfeit `+` or `-`.
  std::string sign() const;
  /// Of a match: the half points of the team in its games with results.
  int half_points() const;
  /// The match points of a team's round that count.
  int match_points() const;
};

/// The first rounds of each entrant.
std::vector<std::vector<EntrantRound>> rounds_of_entrants(const otb::Event& event,
                                                          std::uint64_t rounds);

Json rating_json(const otb::Entrant& entrant);

template <class Item>
void append(std::vector<Item>& list, const std::vector<Item>& more) {
  list.insert(list.end(), more.begin(), more.end());
}

}  // namespace schiri::cli
