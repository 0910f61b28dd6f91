#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/game.h"
#include "core/match/player.h"

namespace schiri {

/// How a built-in bot sees a game go on: a Line before it is put into words.
template <GamePosition P>
struct ChosenLine {
  std::vector<typename P::Turn> turns;
  std::optional<Score> score;
  int depth = 0;
};

/// What a built-in bot answers: a Thought before it is put into words.
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
