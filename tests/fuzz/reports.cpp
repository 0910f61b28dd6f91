#include <string_view>

#include "cli/otb/trf/trf.h"
#include "core/pairing/dutch_check.h"
#include "tests/fuzz/target.h"

// TRF files. The rounds of a valid file are paired again; an invalid one is refused with a line
// number.

using namespace schiri;

namespace {

bool is_small(const otb::TrfReport& report) {
  return report.players.size() <= 40 && report.rounds <= 12;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const otb::TrfReport report = otb::read_trf(text);
    if (!is_small(report)) return 0;
    for (std::uint64_t round = 1; round <= report.rounds; ++round) {
      const RoundCheck check = check_dutch_round(report.history, round);
      for (const DifferingBoard& board : check.differing) {
        require(!board.criterion.empty(), "a board differs by a criterion");
      }
    }
  } catch (const otb::TrfError& error) {
    require(error.line > 0 && *error.what() != 0, "a refusal names a line");
  }
  return 0;
}
