#pragma once

#include <cstddef>

#include "notation/game_types.h"

/// Adding games to the table of games. The built-in games are in games/, a folder each; a plug-in
/// adds its game when it is loaded.
namespace schiri {

/// The maximum number of games, including those of plug-ins.
inline constexpr std::size_t most_game_types = 64;

/// Adds a game to game_types(), after those already there; it must stay. Games are added one at a
/// time; other threads may read the table meanwhile. Throws std::length_error if there are too
/// many.
void add_game_type(const GameType& type);

}  // namespace schiri
