#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/line/command.h"
#include "cli/tournament/event_listener.h"
#include "cli/tournament/event_settings.h"
#include "cli/tournament/stored_commands.h"
#include "db/games/store.h"
#include "db/tournament/played_games.h"
#include "db/tournament/tournament_lock.h"
#include "notation/contest/contest.h"

namespace schiri::cli {

/// The stored plan of an event is not one of ours. The message names database and event.
struct StoredPlanError : UnusableError {
  StoredPlanError(const std::string& message, std::string what_is_wrong)
      : UnusableError(message), reason(std::move(what_is_wrong)) {}

  std::string reason;  ///< without the names
};

// What is stored of an event came from anywhere: each of these three throws StoredPlanError for a
// plan that is not one of ours.

/// The plan of an event that was played here, as settings.
TournamentSettings stored_settings(const db::Store& store, const db::StoredEvent& event);
/// The same as configuration.
TournamentConfig config_of(const db::Store& store, const db::StoredEvent& event);
/// The same with the openings that its games have begun with.
Contest stored_contest(const db::Store& store, const db::StoredEvent& event);
/// The openings that its games have begun with, by number.
std::map<std::uint64_t, Opening> openings_of(const db::Store& store, const db::StoredEvent& event,
                                             const std::string& variant);

/// What is known of others who play parts of an event.
enum class Others {
  playing,  ///< or not known
  done,     ///< no more games are needed
  behind,   ///< so far that their games should be played first
};

struct RunOptions {
  unsigned threads = 1;
  std::vector<int> processors = {};  ///< on which bots play; empty where they may move
  std::string log;                   ///< a file for JSON Lines, or empty
  std::string live;                  ///< a page for browsers, or empty
  bool durable =
      false;  ///< each game is on the disk when it counts, whatever becomes of the machine
  TournamentListener* listener = nullptr;  ///< is told what happens, besides those of every event
  /// Results of earlier rounds, perhaps played elsewhere, ascending by number. Then no more is
  /// played than what is paired by them.
  std::optional<std::vector<db::StoredResult>> earlier = {};
  /// As in LoopOptions.
  std::function<Others(std::uint64_t done)> look_at_others = {};
  /// How to go on after an interruption, for messages; empty: `resume_command`.
  std::string command = {};
};

/// What a stored game says about who is stronger: nothing if it was not played.
std::optional<Outcome> evidence_of(const db::StoredResult& game);
/// What results mean for a schedule.
std::vector<GameResult> results_of(const std::vector<db::StoredResult>& stored);

/// The first game of an event that is not stored although games that are paired by it are:
/// `results` ascending by number; nothing if there is none.
std::optional<std::uint64_t> missing_game(const TournamentConfig& config,
                                          const std::vector<GameResult>& results);

/// Makes sure that this many games can be played at once, starts each program of an event once and
/// says what a person should know. False after Ctrl-C. Throws BotStartError, InfrastructureError.
bool try_programs(const Contest& contest, const StartPermission& permission, unsigned threads = 1);

/// Are all games of an event stored that belong to its part?
bool is_complete(const db::Store& store, const db::StoredEvent& event);

/// Keeps other processes from playing an event. Throws UnusableError if one does.
db::TournamentLock lock_event(const db::Store& store, const db::StoredEvent& event);

/// Plays the games of an event that are not stored yet and stores each. Returns `interrupted` after
/// Ctrl-C, `later` where others have to play first: what was finished is kept. Throws UnusableError
/// if another process plays the event.
ExitStatus play_event(db::Store& store, const db::StoredEvent& event, const Contest& contest,
                      const RunOptions& options, const StartPermission& permission);

/// The command that goes on with an event, for messages.
std::string resume_command(const db::Store& store, const std::string& event);

}  // namespace schiri::cli
