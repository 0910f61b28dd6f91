#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/otb/event/terms.h"

namespace schiri {

/// The pairing system that a report names: by its code (192) of FIDE's table of 2026, otherwise in
/// words (092).
struct TrfSystem {
  enum class Kind : std::uint8_t {
    unknown,  ///< none is named
    dutch,
    other_swiss,  ///< Dubov, Burstein, an organiser's own, ...
    round_robin,
    knockout
  };

  Kind kind = Kind::unknown;
  std::uint64_t cycles = 0;  ///< of a round-robin; 0 if it does not follow from the name
  /// Of a round-robin: the tables are played as they are. Otherwise FIDE's double round-robin has
  /// the last two rounds of its first cycle in reverse order.
  bool has_plain_tables = false;
  std::string text = {};  ///< as it is named: `FIDE_DUBOV`, `Individual: Swiss-System`
};

/// `code`: of the line 192, `words`: of the line 092; both may be empty.
TrfSystem read_trf_system(std::string_view code, std::string_view words);
/// The code (192) of an event's system.
std::string trf_system_code(const otb::Terms& terms);

/// Tie-breaks as reports name them (202): `BH/C1,SB`.
std::string trf_tie_breaks(const std::vector<rating::TieBreakId>& list);
/// Reads the tie-breaks of lines 202 and 212, the latter with points first. Throws
/// std::invalid_argument for an unknown one, or options that schiri does not have.
std::vector<rating::TieBreakId> read_trf_tie_breaks(std::string_view list);

}  // namespace schiri
