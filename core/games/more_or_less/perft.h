#pragma once

#include <cstdint>

#include "core/games/more_or_less/position.h"

namespace schiri::more_or_less {

/// The number of sequences of exactly `depth` turns, as schiri::perft counts them. Many turns lead
/// to the same position, whose continuations are counted once. Throws Uncountable.
std::uint64_t perft(const Position& position, int depth);

/// The number of such sequences that begin with this turn, which must be legal; `depth` at least 1.
std::uint64_t perft_of_turn(const Position& position, const Turn& turn, int depth);

}  // namespace schiri::more_or_less
