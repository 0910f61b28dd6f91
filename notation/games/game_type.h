#pragma once

#include <cstddef>

#include "notation/game_types.h"

/// The notations of the built-in games, a folder each, and the table of games. The table has the
/// games as compiled for the processor in use.
namespace schiri {

/// The only list of the games, in their order: their namespaces, which are also the names of their
/// folders. Each game defines its entry of the table in game_type.cpp.
#define SCHIRI_BUILT_IN_GAMES(GAME) GAME(creeper) GAME(springerjagd) GAME(more_or_less) GAME(sperre)

#define SCHIRI_DECLARE_GAME(name) \
  namespace name {                \
  const GameType& game_type();    \
  }
SCHIRI_BUILT_IN_GAMES(SCHIRI_DECLARE_GAME)
#undef SCHIRI_DECLARE_GAME

/// The entries of the built-in games, in order, compiled for this machine's processor.
std::span<const GameType* const> built_in_types();
/// The instructions that they use: `x86-64-v3`, otherwise `baseline`.
std::string_view instruction_set();

/// The entries compiled for any processor, and for x86-64-v3; those of the latter are none if this
/// processor or this build has none.
std::span<const GameType* const> baseline_types();
std::span<const GameType* const> v3_types();

/// The maximum number of games.
inline constexpr std::size_t most_game_types = 1024;

/// Puts a game that is not built in into game_types(), after those already there or in place of the
/// one of its name; both must stay. Thread-safe. Throws InputError if there are too many.
void put_game_type(const GameType& type);

/// A name in small letters, with `-` for spaces.
std::string folded_game_name(std::string_view name);
/// May a game have this name?
bool is_game_name(std::string_view name);
/// The message about a name that none may have.
Message game_name_rule(std::string_view name);

/// False for a game of a program or of records alone. The engine in pages has only the built-in
/// games.
bool is_built_in(const GameType& type);

}  // namespace schiri
