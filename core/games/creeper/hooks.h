#pragma once

#include <array>
#include <cstdint>

#include "core/bots/network.h"
#include "core/games/creeper/position.h"
#include "core/hooks.h"

/// Creeper with all its hooks, for code that makes bots for it or a GameType: the compiler must
/// have seen every hook before it chooses between hooks and defaults.
namespace schiri::creeper {

/// The least number of octagons that this side still has to claim to join its bases, 0 for a
/// finished chain and at most 9; pawns are ignored.
int missing_discs(const Position& position, Side side);

/// The octagons that pawns of this side could jump over if it were to move.
Bits claimable(const Position& position, Side side);

/// Can the side to move complete a chain with one turn? The game must not be over.
bool can_win_at_once(const Position& position);

/// A lead of this many hundredths of a pawn means odds of e : 1 to win.
constexpr int evaluation_scale(const Position&) { return 287; }

/// The evaluation of a position that is not over for this side, in hundredths of a pawn: pawns and
/// their squares, the shortest ways between the bases and the pawns near them.
int evaluate(const Position& position, Side side);

/// A network trained on games of self-play (the manual's page `learning`).
Networks built_in_networks(const Position&);

constexpr int feature_variant(const Position&) { return 0; }

/// Pawns and discs, the side's own first, on a board turned so that the side's bases are AB12 and
/// FG67.
constexpr std::array<Bits, 4> features_of(const Position& position, Side side) {
  constexpr std::array<int, 4> sizes = {7, 7, 6, 6};
  const Side other = opponent(side);
  const bool is_turned = position.bases(side) != base_pairs[0];
  std::array<Bits, 4> features = {position.pawns(side), position.pawns(other), position.discs(side),
                                  position.discs(other)};
  for (std::size_t i = 0; i < features.size(); ++i) {
    if (is_turned) features[i] = with_rows_flipped(features[i], sizes[i]);
  }
  return features;
}

static_assert(MatchesHooks<Position>);

}  // namespace schiri::creeper
