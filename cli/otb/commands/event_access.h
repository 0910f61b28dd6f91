#pragma once

// Opens and changes event files, and has the sentences that several commands share.

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "cli/line/command.h"
#include "cli/line/table_options.h"
#include "cli/otb/acts/journal.h"
#include "cli/otb/event/event.h"
#include "cli/print/list_page.h"
#include "cli/print/output_file.h"
#include "cli/print/output_language.h"

namespace schiri::cli {

/// The options of commands that print a list of an event.
struct EventListOptions {
  std::string file;
  ListOptions list = {};
};

/// Opens the event file, which is locked until the journal is destroyed. Throws UnusableError,
/// which names the kind of the file if it is evidently another one.
/// The changes are the helper's: of the environment's SCHIRI_HELPER, otherwise of the terminal.
otb::Journal open_to_change(const std::string& file);
/// The name of that helper; empty if there is none.
std::string helper_name();
otb::Journal open_to_read(const std::string& file);
/// Rethrows the present UnusableError, or throws one that names the kind of the file if it is
/// evidently not as `expected`. To be called within a handler.
[[noreturn]] void explain_kind(const std::string& file, const Message& expected);

/// Runs `work`, which reads a file, with explain_kind() for its errors.
template <class Work>
auto with_kind_explained(const std::string& file, const Message& expected, const Work& work) {
  try {
    return work();
  } catch (const UnusableError&) {
    explain_kind(file, expected);
  }
}

/// Prints Journal::cut_off() on standard error, if it is not empty.
void warn_of_cut_off(const Message& cut_off);

/// The output of a command, which must not be its event file.
inline OutputFile open_output(const std::string& output, const std::string& file) {
  return OutputFile(output, {file});
}

/// Ends a command that has changed the event: writes the output, then the changes; if one of the
/// two fails, neither is done.
void finish(otb::Journal& journal, OutputFile& output);

/// Throws InputError, which lists the games, if the option --game is missing.
void require_game(const std::string& game);

/// Checks the game and variant of the options --game and --variant, and sets the standard variant
/// if none is given. Throws InputError that names the nearest.
void complete_game(otb::EventHead& head);
/// The tie-breaks of the option --tie-breaks.
std::vector<rating::TieBreakId> tie_breaks_of(const std::string& text);

/// The round of the option --round, or the last one that is paired if it is 0. Throws InputError if
/// it is not paired.
std::uint64_t round_or_last(const otb::Journal& journal, std::uint64_t round);
/// Throws InputError if a round is not paired.
void require_paired(const otb::Event& event, std::uint64_t round);

/// The number of rounds that a standing counts: the option --round, or the finished rounds if it is
/// 0. Throws InputError for a round that is not paired.
std::uint64_t counted_rounds(const otb::Journal& journal, std::uint64_t round);

/// The names of those who are meant, each by the name, the number in the start list, the FIDE ID,
/// or a part of the name that nobody else has, in any case and without accents; a note on standard
/// error names whoever is not meant by the name. Throws InputError, which names the nearest, if
/// there is nobody or more than one.
std::vector<std::string> entered_names(const otb::Journal& journal,
                                       const std::vector<std::string>& names);
/// `12 players`
Message count_entered(const otb::Event& event);

/// The boards of the last round without a result, `4 (Anna - Bert), 7 (...)`: with names if they
/// are few. Empty if all have one.
std::string open_boards(const otb::Event& event);

// Notes on what an event accepts although the rules would not, each a clause without its end.

/// On boards and byes of the last round that were set by hand: players who have met or may not
/// meet, a second bye.
std::vector<Message> notes_on_round(const otb::Event& event);

/// Adds `--round N`; `round` stays 0 if it is not given.
inline void add_round(Command& command, std::uint64_t& round, const char* about) {
  command.add_option("--round", round, about)->above_zero();
}

/// Prints the changes of the event and their local times, one a line.
void print_acts(std::ostream& out, const otb::Journal& journal);

}  // namespace schiri::cli
