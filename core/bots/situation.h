#pragma once

#include "core/bots/budget.h"
#include "core/bots/choice.h"
#include "core/played_line.h"

namespace schiri {

/// What a built-in bot is told when it is to choose a turn.
template <GamePosition P>
struct Situation {
  const PlayedLine<P>& line;  ///< the game so far; it is not over
  SearchBudget& budget;
  Rng& rng;                              ///< everything random comes from here
  ChoiceListener<P> listener = nullptr;  ///< told of choices on the way; may be null

  const P& position() const { return line.position(); }
};

}  // namespace schiri
