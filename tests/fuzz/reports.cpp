#include <string_view>

#include "core/pairing/dutch_check.h"
#include "notation/trf/trf_writer.h"
#include "tests/fuzz/target.h"

// Tournament reports. What is read can be paired again, round by round, and written; what is not is
// refused with its line.

using namespace schiri;

namespace {

bool is_small(const TrfTournament& told) { return told.players.size() <= 40 && told.rounds <= 12; }

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const TrfTournament told = read_trf(text);
    if (!is_small(told)) return 0;
    for (std::uint64_t round = 1; round <= told.rounds; ++round) {
      const RoundCheck check = check_dutch_round(told.history, round);
      for (const DifferingBoard& board : check.differing) {
        require(!board.criterion.empty(), "a board differs by a criterion");
      }
    }
    require(!write_trf(told).empty(), "what was read can be written");
  } catch (const TrfError& error) {
    require(error.line > 0 && *error.what() != 0, "a refusal names a line");
  }
  return 0;
}
