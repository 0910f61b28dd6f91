#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/tournament/config.h"
#include "core/tournament/schedule.h"

/// Tournaments of bots: the order of games (a TournamentSystem makes a Schedule), stop rules
/// (stop_rule.h), playing on several threads (runner.h), tuning by SPSA. Used by db and the
/// tournament commands; uses core/pairing, core/rating, core/match. systems.cpp lists the systems.
namespace schiri {

/// A pairing system of tournaments: its row in the table of systems, which is defined beside its
/// schedule.
struct TournamentSystem {
  System id;
  std::string_view name;   ///< in settings: `spsa`
  std::string_view title;  ///< for readers and in names of tournaments: `tune`
  /// The schedule before the first game. Throws std::invalid_argument.
  std::unique_ptr<Schedule> (*make)(const TournamentConfig&);
  /// Throws std::invalid_argument, with a sentence for the user, if a configuration does not fit.
  void (*require_fitting)(const TournamentConfig&) = [](const TournamentConfig&) {};

  /// Does every game follow from its number alone, independent of results?
  bool is_fixed = true;
  /// Do players with like results meet, so that ratings are those of a field (rating::Prior)?
  bool pairs_by_results = false;
  /// Can results make the tournament shorter than planned?
  bool plans_upper_bound = false;
  /// May a tournament end after any of its games, by a stop rule or for lack of openings?
  bool may_end_anywhere = true;
  /// Can several processes share the games?
  bool is_shareable = true;
  /// Can rounds be added to a tournament that has begun?
  bool is_extendable = true;
  /// Can players be added to a tournament that has begun?
  bool takes_newcomers = true;

  /// The default number of rounds for this many players.
  std::uint64_t (*default_rounds)(std::size_t players) = [](std::size_t) -> std::uint64_t {
    return 1;
  };
  /// The most stages, each paired by the results of those before, of a tournament.
  std::uint64_t (*most_stages)(const TournamentConfig&) =
      [](const TournamentConfig&) -> std::uint64_t { return 1; };
  /// The most openings that a tournament needs, as ScheduledGame::opening numbers them.
  std::uint64_t (*most_openings)(const TournamentConfig&) = [](const TournamentConfig& config) {
    return config.rounds;
  };
};

/// The row of a system.
const TournamentSystem& system_of(System id);
/// The name in settings: `round-robin`, `gauntlet`, `match`, `ladder`, `swiss`, `dutch`,
/// `knockout`, `screening`, `spsa`.
std::string_view system_name(System system);
/// The name for readers: `round-robin`; for other systems the name in settings.
std::string_view system_title(System system);
/// The system of this name; nullopt if there is none.
std::optional<System> find_system(std::string_view name);
/// All names for a message: `round-robin, gauntlet, match, ...`.
std::string list_systems();

/// The default number of rounds: for a Swiss tournament the minimum that determines a single
/// winner; if a stop rule ends the tournament, those of a million games; otherwise 1.
std::uint64_t default_rounds(const TournamentConfig& config);
/// Does every game follow from its number alone, independent of results?
bool is_fixed(System system);

/// A stage: games that can be played at the same time because all are paired by results of earlier
/// stages.
struct Stage {
  std::uint64_t finished = 0;  ///< the number of stages before this one; at the end, of all
  std::uint64_t last = 0;      ///< the number of its last game; at the end, of the event's
  bool is_over = false;        ///< the tournament is finished
};

/// The current stage of a tournament with these results, ascending by number: a fixed plan has one
/// stage, a Swiss event one for each round, a knockout one more for each series of tie-breaks.
Stage stage_of(const TournamentConfig& config, const std::vector<GameResult>& results);
/// The most stages of a tournament.
std::uint64_t most_stages(const TournamentConfig& config);

/// A tournament extended by players, after the others, and by rounds. No planned game changes; new
/// games are appended. The new players make up the planned rounds; in a Swiss tournament, of which
/// `begun` rounds are paired, they enter in the next round. Throws std::invalid_argument with a
/// sentence for the user.
TournamentConfig extended(const TournamentConfig& config, const std::vector<BotSpec>& newcomers,
                          std::uint64_t rounds, std::uint64_t begun);

/// The schedule of a tournament before its first game. Throws std::invalid_argument with a sentence
/// for the user.
std::unique_ptr<Schedule> make_schedule(const TournamentConfig& config);

}  // namespace schiri
