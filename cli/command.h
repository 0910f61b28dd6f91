#pragma once

#include <CLI/CLI.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace schiri::cli {

/// What a command ends with. With several inputs the highest counts.
enum class ExitStatus : int {
  done = 0,           ///< done and nothing wrong
  wrong = 1,          ///< done, and something is wrong with what was looked at
  usage = 2,          ///< wrong usage, also an argument that does not read
  unusable = 3,       ///< a file, program or database could not be used
  interrupted = 130,  ///< by the user, with everything finished so far kept
};

/// Wrong usage found after the options were parsed; ends the command with ExitStatus::usage.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A file, program or database that cannot be used; ends it with ExitStatus::unusable.
struct UnusableError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Adds one command to the program. When it is chosen it runs within `app.parse` and leaves its
/// status in `status`.
using AddCommand = void (*)(CLI::App& app, ExitStatus& status);

void add_games(CLI::App& app, ExitStatus& status);
void add_rules(CLI::App& app, ExitStatus& status);
void add_turns(CLI::App& app, ExitStatus& status);
void add_perft(CLI::App& app, ExitStatus& status);
void add_board(CLI::App& app, ExitStatus& status);
void add_play(CLI::App& app, ExitStatus& status);
void add_position(CLI::App& app, ExitStatus& status);
void add_validate(CLI::App& app, ExitStatus& status);
void add_replay(CLI::App& app, ExitStatus& status);
void add_convert(CLI::App& app, ExitStatus& status);
void add_select(CLI::App& app, ExitStatus& status);
void add_dedupe(CLI::App& app, ExitStatus& status);
void add_summary(CLI::App& app, ExitStatus& status);
void add_tournament(CLI::App& app, ExitStatus& status);
void add_event(CLI::App& app, ExitStatus& status);
void add_ratings(CLI::App& app, ExitStatus& status);
void add_table(CLI::App& app, ExitStatus& status);
void add_stats(CLI::App& app, ExitStatus& status);
void add_report(CLI::App& app, ExitStatus& status);
void add_db(CLI::App& app, ExitStatus& status);
void add_analyse(CLI::App& app, ExitStatus& status);
void add_bot(CLI::App& app, ExitStatus& status);
void add_ugi(CLI::App& app, ExitStatus& status);

/// Writes results like `--+` among the words of `schiri event result` in a way that is not taken
/// for an option.
void spell_results_out(std::vector<std::string>& words);

}  // namespace schiri::cli
