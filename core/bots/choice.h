#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/game.h"
#include "core/match/player.h"

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

}  // namespace schiri
