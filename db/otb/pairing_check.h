#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace schiri::otb {

/// A board of a round that differs from the pairing by the rules. Players have their numbers in the
/// start list and names, `3 Anna - 7 Bert`; a text is empty if there is no such board.
struct BoardDifference {
  std::size_t board = 0;
  std::string played;
  std::string expected;
  std::string criterion;  ///< the rule that decides: `C6`, `system`, `contradiction`
};

struct CheckedRound {
  std::uint64_t round = 0;
  std::vector<BoardDifference> differing;
  std::vector<std::string> by_hand;  ///< boards set by the arbiter, `3: Anna - Dora`
};

struct PairingCheck {
  std::vector<CheckedRound> rounds;  ///< the number of finished rounds
  std::string cut_off;               ///< see Journal::cut_off()
};

/// Pairs every finished round of an event file, or of a TRF file, again by the rules of its system.
/// A TRF file is checked by the Dutch system. `-` is standard input. Throws UnusableError.
PairingCheck check_pairings(const std::string& file);

}  // namespace schiri::otb
