#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/line/command.h"
#include "cli/tournament/play.h"
#include "cli/tournament/scratch_copy.h"
#include "cli/tournament/tournament_options.h"
#include "core/tournament/config.h"
#include "db/games/store.h"
#include "db/tournament/settings.h"
#include "db/tournament/tournaments.h"
#include "notation/contest/contest.h"

// `tournament run`, and what finds or makes its tournament in a database.
namespace schiri::cli {

/// Refuses a tournament whose end depends on all its results, so that its games cannot be shared
/// out; `what` begins the message. Throws InputError.
void require_shareable(const TournamentConfig& config, const std::string& what);

/// Refuses a tournament with fewer openings than rounds, if later rounds are paired by results.
/// Throws ContestError.
void require_openings(const Contest& contest);

/// The part of a command in a tournament that is played on several machines.
struct PartOptions {
  std::optional<std::string> scratch;  ///< a folder
  std::optional<double> save_every;    ///< seconds
  std::optional<std::string> after;    ///< a database
  std::optional<std::string> peers;    ///< a folder
};

/// Refuses a part whose games depend on results of other parts, unless these are specified. Throws
/// InputError.
void require_playable_part(const db::Shard& shard, const TournamentConfig& config,
                           const PartOptions& part);

/// Refuses to resume a part whose later rounds depend on the results of all parts. Throws
/// InputError.
void require_independent_part(const db::Store& store, const db::StoredTournament& event,
                              const TournamentConfig& config);

/// The stored tournament of this configuration, made if it does not exist. `resume`: it may exist.
/// Throws InputError if it exists and must not, has other settings, or a bot's name is an alias in
/// this database.
db::StoredTournament open_tournament(db::Store& store, const Contest& contest,
                                     const db::Shard& shard, bool resume);

/// Throws InputError if an output file of these settings is the database, one of the other files
/// of the tournament, or another output.
void require_separate_outputs(const db::TournamentSettings& settings,
                              const std::vector<std::string>& others);

/// The database; nothing if there is none yet, or a program was killed while it made one.
std::optional<db::Store> existing_store(const std::string& path);

/// The results of a tournament in the database of earlier rounds; none if it does not exist yet.
/// Throws InputError if it has other settings.
std::vector<db::StoredResult> earlier_results(const std::string& path,
                                              const TournamentConfig& config,
                                              const std::optional<ScratchCopy>& copy);

/// The openings of a tournament that has begun in a database, if it exists.
std::map<std::uint64_t, Opening> known_openings(const std::string& path,
                                                const TournamentConfig& config);

/// Gives an event and its bots the names for which theirs are aliases in a database, and prints
/// notes.
void follow_aliases(TournamentConfig& config, const std::string& path);
/// The same for bots alone. A bot that its program is still to name keeps its name.
void follow_aliases(std::vector<BotSpec>& bots, const db::Store& store);

/// Sets limit of turns and scale to those of the stored tournament, even if the defaults have
/// changed.
void keep_defaults(TournamentOptions& options, const std::string& path, const std::string& name);

/// Sets the names of bots without one to those of the stored tournament of this configuration,
/// even if their programs announce others now.
void keep_names(TournamentConfig& config, const std::string& path);

/// How a tournament is to be played and reported, apart from its settings.
struct RunRequest {
  bool resume = false;  ///< a tournament that exists is resumed; otherwise it is refused
  PartOptions part = {};
  Format format = Format::text;  ///< of the summary
  bool no_db = false;            ///< games are stored only until the end
  bool is_step = false;          ///< of a command that uses the result
  /// As in RecordFileOptions.
  std::vector<std::string> record_events = {};
  /// As in RunOptions.
  PrintEnd print_end = {};
};

/// Plays a tournament to its end, stores it and prints its summary.
ExitStatus run_tournament(TournamentOptions options, const RunRequest& request);

/// The first of `tournament.db`, `tournament-2.db`, ... that does not exist in the working folder.
std::string unused_database();

/// Adds `--after FILE`, for a part of a tournament whose games depend on results.
void add_after(Command& command, PartOptions& part);

}  // namespace schiri::cli
