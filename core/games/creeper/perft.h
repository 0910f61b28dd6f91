#pragma once

#include <cstdint>

#include "core/games/creeper/position.h"

namespace schiri::creeper {

/// The number of sequences of exactly `depth` turns (0 or more) from this position, at which
/// history begins; the same count as schiri::perft (core/perft.h), computed faster. There is no
/// table of results; the last two turns are counted together (core/games/creeper/leaves.h).
/// Separate code for processors that count bits in one instruction is chosen at run time.
std::uint64_t perft(const Position& position, int depth);

/// The number of such sequences that begin with this turn, which must be legal; `depth` at least 1.
std::uint64_t perft_of_turn(const Position& position, const Turn& turn, int depth);

/// The implementations that perft chooses from; the tests compare all that run on this processor.
struct LeafCounters {
  /// These count the sequences of two and of three turns. The game must not be over and no chain be
  /// finished.
  std::uint64_t (*two_plies)(const Position& position);
  std::uint64_t (*three_plies)(const Position& position);
};

/// For any processor.
LeafCounters portable_leaf_counters();
/// The fastest that this processor can run.
LeafCounters best_leaf_counters();

}  // namespace schiri::creeper
