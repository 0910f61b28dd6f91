#include "core/match/game.h"

namespace schiri {

std::string_view result_text(Outcome outcome) {
  constexpr std::string_view texts[] = {"1-0", "0-1", "1/2-1/2"};
  return texts[static_cast<int>(outcome)];
}

std::optional<Outcome> outcome_of(std::string_view result) {
  for (const Outcome outcome : {Outcome::white_wins, Outcome::black_wins, Outcome::draw}) {
    if (result == result_text(outcome)) return outcome;
  }
  return std::nullopt;
}

std::string_view outcome_name(Outcome outcome) {
  constexpr std::string_view names[] = {"white", "black", "draw"};
  return names[static_cast<int>(outcome)];
}

std::string_view side_name(Side side) { return side == Side::white ? "White" : "Black"; }

Message side_message(Side side) {
  return side == Side::white ? message("White") : message("Black");
}

Message describe(const Ending& ending) {
  // A game's constant, whose translations are found by itself.
  const Message reason = Pattern::of_constant(ending.reason);
  switch (ending.outcome) {
    case Outcome::white_wins:
      return message("White has won ({0})", reason);
    case Outcome::black_wins:
      return message("Black has won ({0})", reason);
    case Outcome::draw:
      break;
  }
  return message("the game is drawn ({0})", reason);
}

}  // namespace schiri
