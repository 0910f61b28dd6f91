#include <sstream>
#include <string>

#include "cli/command.h"
#include "cli/io/line_checksum.h"
#include "cli/people/event_journal.h"
#include "cli/people/event_pages.h"
#include "tests/fuzz/memory_file.h"

// The file of an event of people. What is read can be shown in every way; the next round can be
// paired or there is a sentence why not, and what that adds to the file reads the same again.

using namespace schiri;
using cli::EventJournal;

namespace {

/// All that there is to see of an event.
std::string show(const EventJournal& journal) {
  std::ostringstream out;
  const std::size_t rounds = journal.event().rounds().size();
  for (const char* format : {"text", "json", "csv", "html"}) {
    const cli::PaperForm form({.format = format});
    if (rounds > 0) print_round(out, journal, rounds, form);
    print_start_list(out, journal, form);
    print_open_standing(out, journal, rounds, form, journal.event().tie_breaks());
  }
  print_trf(out, journal, TrfFormat::trf16);
  print_trf(out, journal, TrfFormat::trf26);
  print_records(out, journal);
  print_acts(out, journal);
  return out.str();
}

/// Goes on with the event as its arbiter would; false where that cannot be.
bool go_on(EventJournal& journal) {
  try {
    journal.pair();
    const std::uint64_t round = journal.event().rounds().size();
    const std::size_t boards = journal.event().rounds().back().boards.size();
    for (std::uint64_t board = 1; board <= boards; ++board) {
      journal.set_result(round, board, static_cast<BoardResult>(board % 6), "");
    }
    return true;
  } catch (const OpenEventError& error) {
    require(*error.what() != 0, "a refusal has a message");
    return false;
  }
}

/// Most mutations spoil a checksum; lines that are half a line stay so.
std::string with_right_checksums(const std::string& text) {
  std::istringstream lines(text);
  std::string sealed;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t sum = line.rfind(",\"crc32\":");
    if (sum != line.npos && line.ends_with('}')) line = cli::with_checksum(line.substr(0, sum));
    sealed += line + (lines.eof() && !text.ends_with('\n') ? "" : "\n");
  }
  return sealed;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using Access = cli::JournalFile::Access;
  // As it is, or as somebody has made it on purpose.
  const std::string text(data, data + size);
  const MemoryFile file(size % 8 == 0 ? text : with_right_checksums(text));
  try {
    std::string shown;
    {
      EventJournal journal = EventJournal::open(file.path(), Access::write);
      for (int rounds = 0; rounds < 3 && go_on(journal); ++rounds) continue;
      journal.commit();
      shown = show(journal);
    }
    const EventJournal again = EventJournal::open(file.path(), Access::read);
    require(show(again) == shown, "a file tells what was done");
  } catch (const cli::UnusableError& error) {
    require(*error.what() != 0, "a file that is none has a message");
  }
  return 0;
}
