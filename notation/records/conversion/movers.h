#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "notation/game_types.h"

namespace schiri {

/// The sides of so many turns that alternate.
std::vector<Side> alternating(Side first, std::size_t turns);
/// May a player move twice in a row? In games of a program alone, which says who is to move.
bool may_move_twice(const GameType& type);
/// The side that plays each turn, by the game; after a turn that cannot be played they alternate.
/// Throws StartError, and what the game's program throws.
std::vector<Side> movers_of(const GameType& type, const StartSpec& start,
                            std::span<const std::string_view> turns);

/// A position of a program's game with the last word `p1` or `p2` that says who begins, where its
/// text does not. `start` is the game that begins there, or throws StartError for a wrong word.
std::string with_beginner(const Game& start, const std::string& position);

}  // namespace schiri
