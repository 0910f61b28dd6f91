#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/bots/network.h"
#include "core/games/springerjagd/position.h"
#include "core/hooks.h"

/// Springerjagd with all its hooks, for code that makes bots for it or a GameType: the compiler
/// must have seen every hook before it chooses between hooks and defaults.
namespace schiri::springerjagd {

/// The turns that a search should examine, at most `most`: the best one found for each knight's
/// part of a turn, the most valuable first, then others. Turns after which the opponent wins at
/// once are only among them if there are no others. The position must not be over.
///
/// There are about a thousand turns, but only about six knight's parts. The value of each pawn on
/// its square and on other squares is estimated once by evaluate(); the pawns' parts with the best
/// sum of these values are then examined, most of them after the best knight's parts. If the budget
/// of `value` is spent, returns the turns found so far, perhaps none.
std::vector<SelectedTurn<Position>> selected_turns(const Position& position, std::size_t most,
                                                   const PositionValue<Position>& value);

/// The number of turns for a search of `nodes` nodes.
constexpr std::size_t turn_width(const Position&, std::uint64_t nodes) {
  return grown_width(8, nodes);
}

/// Can the side to move capture the other's last knight? The game must not be over.
bool can_win_at_once(const Position& position);

/// Can the opponent capture the mover's last knight whatever is played? The game must not be over,
/// and the mover must not be able to win at once.
bool has_no_defence(const Position& position);

/// A lead of this many hundredths of a knight means odds of e : 1 to win.
constexpr int evaluation_scale(const Position&) { return 60; }

/// The value of a square that a knight can go to, in hundredths of a knight.
inline constexpr int step_value = 5;

/// The evaluation of a position that is not over for this side, in hundredths of a knight: knights,
/// attacked knights, mobility of the knights, pairs to flee to.
int evaluate(const Position& position, Side side);

/// A network trained on games of self-play (the manual's page `learning`).
Networks built_in_networks(const Position&);

constexpr int feature_variant(const Position&) { return 0; }

/// Knights, single pawns, pairs and squares that knights attack, of the side and of its opponent,
/// and the protected knight.
constexpr std::array<Bits, 9> features_of(const Position& position, Side side) {
  const SidePieces &own = position.army(side), &enemy = position.army(opponent(side));
  std::array<Bits, 9> features = {own.knights,
                                  own.singles,
                                  own.pairs,
                                  knight_steps(own.knights),
                                  enemy.knights,
                                  enemy.singles,
                                  enemy.pairs,
                                  knight_steps(enemy.knights),
                                  position.protected_knight()};
  if (side == Side::white) return features;
  for (Bits& pieces : features) pieces = with_rows_flipped(pieces, 6);
  return features;
}

static_assert(MatchesHooks<Position>);

}  // namespace schiri::springerjagd
