#include "core/match/termination.h"

#include <algorithm>

#include "core/base/characters.h"

namespace schiri {

namespace {

using T = Termination;

// Termination, text, failure, in play, departure, usual
constexpr TerminationKind table[] = {
    {T::normal, "normal", false, false, false, false},
    {T::resignation, "resignation", false, false, false, true},
    {T::time_forfeit, "time forfeit", true, true, false, true},
    {T::illegal_move, "illegal move", true, true, false, true},
    {T::crash, "crash", true, true, true, true},
    {T::disconnect, "disconnect", true, true, true, true},
    {T::adjudication, "adjudication", false, false, false, true},
    {T::agreement, "agreement", false, false, false, true},
    {T::max_turns, "max turns", false, false, false, true},
    {T::abandoned, "abandoned", true, false, false, true},
    {T::void_game, "void", false, false, false, false},
    {T::rules_infraction, "rules infraction", true, false, false, false},
    {T::forfeit, "forfeit", true, false, false, false},
    {T::unterminated, "unterminated", true, false, false, false},
};

}  // namespace

std::span<const TerminationKind> terminations() { return table; }

const TerminationKind& kind_of(Termination termination) {
  return *std::find_if(std::begin(table), std::end(table),
                       [&](const TerminationKind& kind) { return kind.id == termination; });
}

std::string_view text_of(Termination termination) { return kind_of(termination).text; }

std::optional<Termination> termination_of(std::string_view text) {
  for (const TerminationKind& kind : table) {
    if (equal_ignoring_case(kind.text, text)) return kind.id;
  }
  return std::nullopt;
}

}  // namespace schiri
