#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/message.h"

namespace schiri::otb {

/// A board of a round that differs from the pairing by the rules. Players have their numbers in the
/// start list and names, `3 Anna - 7 Bert`; a text is empty if there is no such board.
struct BoardDifference {
  std::size_t board = 0;
  Message played;
  Message expected;
  std::string criterion;  ///< the rule that decides: `C6`, `system`, `contradiction`
};

struct CheckedRound {
  std::uint64_t round = 0;
  std::vector<BoardDifference> differing;
  std::vector<std::string> by_hand;  ///< boards set by the arbiter, `3: Anna - Dora`
};

/// A figure of a report's standing that differs from the one computed from its rounds.
struct StandingDifference {
  std::string entrant;  ///< its number and name
  std::string figure;   ///< `points` or `place`
  Message reported;
  Message expected;  ///< of a place that several share, `3 to 5`
};

struct PairingCheck {
  std::vector<CheckedRound> rounds;  ///< the finished rounds
  std::vector<StandingDifference> standing = {};
  std::vector<Message> notes = {};  ///< on what could not be compared
  /// The reason if the pairings could not be checked; then `rounds` has only those with lines that
  /// contradict each other.
  Message unpaired = {};
  Message cut_off;  ///< see Journal::cut_off()
};

/// Pairs every finished round of an event file, or of a TRF file, again by the rules of its system.
/// Compares the standing of a TRF file after its finished rounds, places only if it names its
/// tie-breaks. `-` is standard input. Throws UnusableError.
PairingCheck check_pairings(const std::string& file);

}  // namespace schiri::otb
