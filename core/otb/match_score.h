#pragma once

#include "core/otb/event.h"

namespace schiri {

/// What the two teams of a match have made, the first (its White) and the second.
struct MatchScore {
  int points[2] = {};      ///< half points of all games
  int weighted[2] = {};    ///< the same, each times the number of its board
  bool is_played = false;  ///< was there a game?
};

/// Of a match whose games all have results.
MatchScore score_of(const Board& match);

}  // namespace schiri
