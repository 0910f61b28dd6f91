#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/errors.h"
#include "core/rating/sequential/match_stats.h"
#include "core/tournament/spsa.h"
#include "core/tournament/stop_rule.h"
#include "db/games/store.h"
#include "db/tournament/settings.h"
#include "db/tournament/tournament_lock.h"
#include "db/tournament/tournaments.h"
#include "notation/contest/contest.h"

namespace schiri::db {

/// The stored plan of a tournament cannot be used. The message names database and tournament.
struct StoredPlanError : UnusableError {
  StoredPlanError(Message message, Message what_is_wrong)
      : UnusableError(std::move(message)), reason(std::move(what_is_wrong)) {}

  Message reason;  ///< without the names
};

// A stored plan is untrusted: each of these four throws StoredPlanError for a plan that this
// program would not store.

/// The plan of a tournament that was played in this database, as settings. Without a limit of turns
/// it has none, instead of the default of its game.
TournamentSettings stored_settings(const Store& store, const StoredTournament& event);
/// The plan as a configuration.
TournamentConfig config_of(const Store& store, const StoredTournament& event);
/// The plan as a contest, with the openings of the stored games.
Contest stored_contest(const Store& store, const StoredTournament& event);
/// The openings of the stored games, by number.
std::map<std::uint64_t, Opening> openings_of(const Store& store, const StoredTournament& event,
                                             const std::string& variant);

/// The result of a stored game as a measure of strength; nullopt for a game that was not played.
std::optional<Outcome> evidence_of(const StoredResult& game);
/// Stored results in the form of schedules.
std::vector<GameResult> results_of(const std::vector<StoredResult>& stored);
/// Adds the stored results of an event to a schedule, then visits the games that it has paired.
void add_stored(const Store& store, const StoredTournament& event, Schedule& schedule,
                const std::function<void(const JudgedGame&)>& visit);

/// The first missing game on whose result the pairing of stored games depends; nullopt if there is
/// none. `results` ascend by number.
std::optional<std::uint64_t> missing_game(const TournamentConfig& config,
                                          const std::vector<GameResult>& results);

/// Whether all games of this database's part are stored.
bool is_complete(const Store& store, const StoredTournament& event);

/// Keeps other processes from playing a tournament. Throws UnusableError if one is playing it.
TournamentLock lock_tournament(const Store& store, const StoredTournament& event);

/// The state of a tune after the games that are stored.
Spsa stored_tune(const Store& store, const StoredTournament& event, const TournamentConfig& config);

/// The values with which a tune begins, as they are sent to bots.
std::vector<std::string> start_values(const Tuning& tuning);

/// The bot of a tune with these values of its options, under this name.
BotSpec tuned_bot(const TournamentConfig& config, const std::vector<std::string>& values,
                  const std::string& name);

/// The match of two bots of a tournament, from its stored games. `first` and `second` are indices
/// of the plan's bots; figures are from the side of `first`. `counts_repeats`: identical games
/// count each, not once. Throws StoreError.
rating::MatchSummary stored_match(const Store& store, const StoredTournament& event,
                                  const TournamentConfig& config, std::size_t first,
                                  std::size_t second, bool counts_repeats = false);

/// The mean thinking time of a game in seconds, both players together, from the first thousand
/// games that have times; nullopt if none has. Throws StoreError.
std::optional<double> seconds_per_game(const Store& store, const StoredTournament& event);

}  // namespace schiri::db
