#include "core/match/termination.h"

#include <algorithm>

namespace schiri {

namespace {

using T = Termination;

// Termination, text, failure, departure, usual
constexpr TerminationKind table[] = {
    {T::normal, "normal", false, false, false},
    {T::resignation, "resignation", false, false, true},
    {T::time_forfeit, "time forfeit", true, false, true},
    {T::illegal_move, "illegal move", true, false, true},
    {T::crash, "crash", true, true, true},
    {T::disconnect, "disconnect", true, true, true},
    {T::adjudication, "adjudication", false, false, true},
    {T::agreement, "agreement", false, false, true},
    {T::max_turns, "max turns", false, false, true},
    {T::abandoned, "abandoned", true, false, true},
    {T::void_game, "void", false, false, false},
    {T::rules_infraction, "rules infraction", true, false, false},
    {T::forfeit, "forfeit", true, false, false},
    {T::unterminated, "unterminated", true, false, false},
};

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return small(x) == small(y); });
}

}  // namespace

std::span<const TerminationKind> terminations() { return table; }

const TerminationKind& kind_of(Termination termination) {
  return *std::find_if(std::begin(table), std::end(table),
                       [&](const TerminationKind& kind) { return kind.id == termination; });
}

std::string_view text_of(Termination termination) { return kind_of(termination).text; }

std::optional<Termination> termination_of(std::string_view text) {
  for (const TerminationKind& kind : table) {
    if (equals_ignoring_case(kind.text, text)) return kind.id;
  }
  return std::nullopt;
}

}  // namespace schiri
