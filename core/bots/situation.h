#pragma once

#include "core/bots/budget.h"
#include "core/bots/choice.h"
#include "core/played_line.h"

namespace schiri {

/// The input of a built-in bot's choice of a turn.
template <GamePosition P>
struct Situation {
  const PlayedLine<P>& line;  ///< the game so far; it is not over
  SearchBudget& budget;
  Rng& rng;                              ///< the only source of random numbers
  ChoiceListener<P> listener = nullptr;  ///< called with each better choice; may be null

  const P& position() const { return line.position(); }
};

}  // namespace schiri
