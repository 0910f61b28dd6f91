#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/line/command.h"
#include "cli/line/interrupt.h"
#include "cli/tournament/scratch_copy.h"
#include "cli/tournament/stored_commands.h"
#include "db/games/store.h"
#include "db/tournament/listener.h"
#include "db/tournament/settings.h"
#include "db/tournament/tournaments.h"
#include "notation/contest/contest.h"

namespace schiri::cli {

/// Prints what a complete tournament has shown.
using PrintEnd =
    std::function<ExitStatus(const db::Store&, const db::StoredTournament&, const Contest&)>;

/// How the games of a tournament are played, apart from its settings.
struct RunOptions {
  bool is_temporary = false;                    ///< the database is removed at the end
  GameSaver* saver = nullptr;                   ///< copies games to their place, also after errors
  std::vector<std::string> record_events = {};  ///< as RecordFileOptions::events
  /// As in db::LoopOptions.
  std::optional<std::vector<db::StoredResult>> earlier = {};
  std::function<db::OtherParts(std::uint64_t done)> check_other_parts = {};
  /// The command that resumes after an interruption, for messages; empty: `resume_command`.
  std::string command = {};
  PrintEnd print_end = {};  ///< instead of the summary
  /// The database in which the user finds the games, for messages; empty: the one that is open.
  std::string database = {};
};

/// Lives from the first program of a tournament to its end, so that no signal between is lost.
class PlayGuard : public InterruptGuard {
 public:
  PlayGuard();
};

/// Makes a player that asks a function of a program that uses the library.
using MakeFunctionPlayer = std::function<std::unique_ptr<Player>(const GameType&)>;
/// Sets the one that the key `function` of a bot names; an empty one removes it. Any thread.
void set_function_bot(const std::string& name, MakeFunctionPlayer make);

/// Ensures that this many games can be played at once, starts each program of a tournament once,
/// settles the names of bots without one and prints notes. Returns false after Ctrl-C. Throws
/// BotStartError, InfrastructureError, UnusableError for a bot whose function is not there, and
/// ContestError if two names are equal.
bool try_programs(Contest& contest, const StartPermission& permission, unsigned threads = 1);

/// The command that resumes a tournament, with its file of records if it has one, for messages.
std::string resume_command(const db::Store& store, const std::string& event,
                           const std::string& record_file = "");

/// Plays the games of a tournament that are not stored yet with the threads, processors and files
/// of the settings, stores each, and prints the summary in this format. Returns
/// `interrupted` after Ctrl-C, `later` if other parts have to play first; finished games are kept.
/// Throws UnusableError if another process plays the tournament.
ExitStatus play_to_end(db::Store& store, const db::StoredTournament& event, const Contest& contest,
                       const db::TournamentSettings& settings, Format format,
                       const StartPermission& permission, const RunOptions& options = {});

/// Prints a note on standard error if a tune is complete except for the test of its values.
void note_missing_proof(const db::Store& store, const db::StoredTournament& event,
                        const TournamentConfig& config, ExitStatus status);

/// Adds the `--format` of the summary.
void add_summary_format(Command& command, Format& format);

/// Ensures that the files of the settings that are written at the end can be written. Throws
/// InputError, UnusableError.
void require_outputs(const db::TournamentSettings& settings);

/// The processors of `--cpu`; none without that option. Throws InputError.
std::vector<int> processors_of(const db::TournamentSettings& settings);

/// The number of games to play at once: as many as there are processors for, unless a number is
/// given. Throws InputError.
unsigned thread_count(const db::TournamentSettings& settings,
                      const std::vector<BotSpec>& bots = {});

/// Throws InputError if bots that play by the clock would share processors.
void require_processors(const db::TournamentSettings& settings, const Contest& contest);

}  // namespace schiri::cli
