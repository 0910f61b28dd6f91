#pragma once

#include <algorithm>
#include <cstdlib>

#include "core/game.h"
#include "core/match/player.h"

namespace schiri {

/// What a search thinks of a position, from the side to move: hundredths of the game's unit, or far
/// beyond them a win or a loss with the number of turns (of both sides) it takes.
using Value = int;

inline constexpr Value draw_value = 0;
inline constexpr Value win_value = 1'000'000;
inline constexpr Value infinite_value = win_value + 1;
/// No evaluation is so large; wins and losses are.
inline constexpr Value most_doubtful = 900'000;

constexpr Value win_in(int turns) { return win_value - turns; }
constexpr Value loss_in(int turns) { return turns - win_value; }
constexpr bool is_win(Value value) { return value > most_doubtful; }
constexpr bool is_loss(Value value) { return value < -most_doubtful; }

/// The value, for this side, of a game that ends after this many turns.
constexpr Value value_of(Outcome outcome, Side side, int turns) {
  if (outcome == Outcome::draw) return draw_value;
  return outcome == win_for(side) ? win_in(turns) : loss_in(turns);
}

/// A value as a bot reports it.
inline Score score_of(Value value) {
  const auto own_turns = [](int turns) { return (turns + 1) / 2; };
  if (is_win(value)) return {Score::Kind::win, own_turns(win_value - value)};
  if (is_loss(value)) return {Score::Kind::loss, own_turns(win_value + value)};
  return {Score::Kind::value, value};
}

/// The game's own `evaluate(position, side)` as a search uses it.
template <GamePosition P>
struct StaticEvaluation {
  /// It makes sense to look at captures and at wins to come.
  static constexpr bool knows_game = true;

  Value operator()(const P& position) const {
    return std::clamp(evaluate(position, position.side_to_move()), -most_doubtful, most_doubtful);
  }
};

}  // namespace schiri
