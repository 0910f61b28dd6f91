#pragma once

#include "notation/game_types.h"

/// The notations of the built-in games, a folder each, and the table of games. These functions
/// return the entries of the table; each game defines its own in game_type.cpp.
namespace schiri {

namespace creeper {
const GameType& game_type();
}
namespace more_or_less {
const GameType& game_type();
}
namespace sperre {
const GameType& game_type();
}
namespace springerjagd {
const GameType& game_type();
}

/// The entries of the built-in games, in order, compiled for this machine's processor.
std::span<const GameType* const> built_in_types();
/// The instructions that they use: `x86-64-v3`, otherwise `baseline`.
std::string_view instruction_set();

/// The entries compiled for any processor, and for x86-64-v3; those of the latter are none if this
/// processor or this build has none.
std::span<const GameType* const> baseline_types();
std::span<const GameType* const> v3_types();

}  // namespace schiri
