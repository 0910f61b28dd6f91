#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/bots/budget.h"
#include "core/game.h"
#include "core/match/player.h"
#include "core/played_line.h"

namespace schiri {

/// A line that a built-in bot expects: a Line before its turns are written as text.
template <GamePosition P>
struct ChosenLine {
  std::vector<typename P::Turn> turns;
  std::optional<Score> score;
  int depth = 0;
};

/// The answer of a built-in bot: a Thought before its turns are written as text.
template <GamePosition P>
struct Choice {
  typename P::Turn turn;
  std::optional<Score> score;
  int depth = 0;
  std::vector<ChosenLine<P>> lines = {};
};

template <GamePosition P>
using ChoiceListener = std::function<void(const Choice<P>&)>;

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
