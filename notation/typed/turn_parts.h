#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/characters.h"
#include "core/match/game.h"
#include "notation/typed/game_notation.h"

namespace schiri {

/// The signs between the parts of a turn, in every game's notation; a part begins with its sign.
inline constexpr std::string_view part_signs = "+-x~/,>";

/// Does a text begin with another, ignoring case?
inline bool begins_like(std::string_view text, std::string_view beginning) {
  return equal_ignoring_case(text.substr(0, beginning.size()), beginning);
}

/// Visits legal turns that begin with this text in any accepted spelling, at least one for each
/// continuation by one part, and perhaps other turns.
template <class N>
void visit_ways_on(const typename N::Position& position, std::string_view begun,
                   const TurnTextVisitor& visitor) {
  if constexpr (HasVisitWaysOn<N>) {
    N::visit_ways_on(position, begun, visitor);
  } else {
    position.visit_turns([&](const auto& turn) { return visitor(N::write_turn(turn)); });
  }
}

/// Game::turn_parts for a position in which the game is not over.
template <class N>
std::optional<TurnParts> find_turn_parts(const typename N::Position& position,
                                         std::string_view begun) {
  std::optional<TurnParts> parts;
  visit_ways_on<N>(position, begun, [&](std::string_view turn) {
    if (!begins_like(turn, begun)) return true;
    if (!parts) parts = TurnParts{std::string(turn.substr(0, begun.size()))};
    const std::string_view rest = turn.substr(begun.size());
    const std::string_view part = rest.substr(0, rest.find_first_of(part_signs, 1));
    if (part.empty()) {
      parts->is_turn = true;
    } else if (std::find(parts->next.begin(), parts->next.end(), part) == parts->next.end()) {
      parts->next.emplace_back(part);
    }
    return true;
  });
  return parts;
}

}  // namespace schiri
