#pragma once

#include <optional>

#include "core/game.h"
#include "core/match/player.h"

namespace schiri {

/// What a built-in bot answers: Thought, before it is put into words.
template <GamePosition P>
struct Choice {
  typename P::Turn turn;
  std::optional<Score> score;
  int depth = 0;
};

}  // namespace schiri
