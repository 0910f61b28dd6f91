#pragma once

#include <string>
#include <vector>

#include "cli/line/command_line.h"
#include "core/base/errors.h"

namespace schiri::cli {

/// What a command ends with; InputError ends it with `usage`, UnusableError with `unusable`. With
/// several inputs the highest counts.
enum class ExitStatus : int {
  done = 0,           ///< done and nothing wrong
  wrong = 1,          ///< done, and problems were found in the input
  usage = 2,          ///< wrong usage, also an argument that cannot be read
  unusable = 3,       ///< a file, program or database could not be used
  undecided = 4,      ///< a sequential test that ran out of games without a decision
  later = 75,         ///< nothing is wrong, but the rest has to wait (EX_TEMPFAIL of sysexits.h)
  interrupted = 130,  ///< by the user, with everything finished so far kept
};

/// Adds one command to the program. When it is chosen it runs within `app.parse` and leaves its
/// status in `status`.
using AddCommand = void (*)(Command& app, ExitStatus& status);

void add_games(Command& app, ExitStatus& status);
void add_rules(Command& app, ExitStatus& status);
void add_turns(Command& app, ExitStatus& status);
void add_perft(Command& app, ExitStatus& status);
void add_board(Command& app, ExitStatus& status);
void add_play(Command& app, ExitStatus& status);
void add_position(Command& app, ExitStatus& status);
void add_validate(Command& app, ExitStatus& status);
void add_replay(Command& app, ExitStatus& status);
void add_convert(Command& app, ExitStatus& status);
void add_select(Command& app, ExitStatus& status);
void add_sort(Command& app, ExitStatus& status);
void add_tag(Command& app, ExitStatus& status);
void add_dedupe(Command& app, ExitStatus& status);
void add_summary(Command& app, ExitStatus& status);
void add_merge(Command& app, ExitStatus& status);
void add_split(Command& app, ExitStatus& status);
void add_data(Command& app, ExitStatus& status);
void add_tournament(Command& app, ExitStatus& status);
void add_ratings(Command& app, ExitStatus& status);
void add_table(Command& app, ExitStatus& status);
void add_stats(Command& app, ExitStatus& status);
void add_report(Command& app, ExitStatus& status);
void add_db(Command& app, ExitStatus& status);
void add_analyse(Command& app, ExitStatus& status);
void add_bot(Command& app, ExitStatus& status);
void add_ugi(Command& app, ExitStatus& status);
void add_lsp(Command& app, ExitStatus& status);

}  // namespace schiri::cli
