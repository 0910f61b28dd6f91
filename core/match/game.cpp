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

std::string describe(const Ending& ending) {
  constexpr std::string_view texts[] = {"White has won", "Black has won", "the game is drawn"};
  return std::string(texts[static_cast<int>(ending.outcome)]) + " (" + std::string(ending.reason) +
         ")";
}

}  // namespace schiri
