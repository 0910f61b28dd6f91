#include <sstream>
#include <string>

#include "cli/line/command.h"
#include "cli/otb/acts/event_records.h"
#include "cli/otb/acts/journal.h"
#include "cli/otb/commands/event_access.h"
#include "cli/otb/lists/lists.h"
#include "cli/otb/trf/trf.h"
#include "tests/fuzz/cpu_limit.h"
#include "tests/fuzz/event_lines.h"
#include "tests/fuzz/memory_file.h"

// The file of an over-the-board event, by lines (event_lines.h). A valid event can be shown in
// every way, and its next round is paired or refused with a message. The extended file can be read
// again.

using namespace schiri;
using namespace schiri::cli;

namespace {

/// All output about an event.
std::string show(const otb::Journal& journal) {
  std::ostringstream out;
  const std::size_t rounds = journal.event().rounds().size();
  for (const Format format : {Format::text, Format::json, Format::csv, Format::html}) {
    const TableOptions options{.format = format};
    const auto print = [&](const Table& list) { print_list(out, journal, list, options); };
    for (std::uint64_t round = 1; round <= rounds; ++round) print(round_list(journal, round));
    print(start_list(journal));
    print(standing_list(journal, rounds, journal.event().tie_breaks()));
    print(cross_table(journal, rounds));
    for (const Table& card : card_lists(journal, journal.event().start_list())) print(card);
  }
  if (journal.event().system() != System::knockout) {
    write_trf(out, journal.head(), journal.event());
  }
  write_records(out, journal);
  print_acts(out, journal);
  return out.str();
}

/// Continues the event as an arbiter would; false if that is impossible.
bool continue_event(otb::Journal& journal) {
  try {
    journal.add(otb::next_pairing(journal.event()));
    const std::uint64_t round = journal.event().rounds().size();
    const std::vector<otb::Board> boards = journal.event().rounds().back().boards;
    for (std::size_t i = 0; i < boards.size(); ++i) {
      const auto result = static_cast<otb::BoardResult>((i + 1) % 6);
      if (!boards[i].result) journal.add(otb::act::Result{{round, i + 1}, result});
    }
    return true;
  } catch (const otb::EventError& error) {
    require(*error.what() != 0, "a refusal has a message");
    return false;
  }
}

void change_lines(Lines& lines, Rng& rng) {
  if (rng.below(2) == 0) return change_act(lines, rng);
  mutate_lines(lines, rng, new_act);
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  return mutate_text(data, size, most, seed, change_lines);
}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using Access = otb::JournalFile::Access;
  const CpuLimit limit("an event");
  const MemoryFile file(event_file_of(std::string(data, data + size)));
  try {
    std::string shown;
    {
      otb::Journal journal = otb::Journal::open(file.path(), Access::write);
      for (int rounds = 0; rounds < 3 && continue_event(journal); ++rounds) continue;
      journal.commit();
      shown = show(journal);
    }
    const otb::Journal again = otb::Journal::open(file.path(), Access::read);
    require(show(again) == shown, "a file keeps every act");
  } catch (const UnusableError& error) {
    require(*error.what() != 0, "a refused file has a message");
  }
  return 0;
}
