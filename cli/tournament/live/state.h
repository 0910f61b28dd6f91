#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "cli/tournament/live/forecast.h"
#include "cli/tournament/results/standing.h"
#include "core/rating/games/counts.h"
#include "core/rating/games/game_log.h"
#include "core/tournament/stop_rule.h"
#include "db/tournament/listener.h"

/// Listeners of the tournament loop: the display on a terminal, the log of --log, the
/// report on bots at the end. Used only by cli/tournament/play.cpp.
namespace schiri::cli {

/// The state of a tournament while it is played.
struct LiveView {
  std::string headline;              ///< the progress
  double share = 0;                  ///< of the games that are finished
  std::string verdict;               ///< of a rule that may end it early; empty without one
  rating::GameCounts standing;       ///< all games that count
  std::vector<std::string> playing;  ///< games in progress, the longest first
  std::optional<rating::MatchSummary> match = {};  ///< of a tournament of two players
  std::string forecast = {};                       ///< of a sequential test
};

/// The standings of a view, one for each pool of players who have met, best first; with too many
/// players for a fit during play, by points and without ratings.
std::vector<Standing> standings_of(const LiveView& view);

/// Follows the standing of a tournament and the games in progress, for classes that show them.
class LiveState : public db::TournamentListener {
 public:
  explicit LiveState(const TournamentConfig& config);
  LiveState(const LiveState&) = delete;
  LiveState& operator=(const LiveState&) = delete;

  void begin(const db::TournamentProgress& progress) override { pace_.begin(progress.done); }
  void game_loaded(const JudgedGame& judged, std::optional<Outcome> outcome) override;
  void game_stored(const JudgedGame& judged, const ContestGame& game,
                   std::chrono::duration<double> time) override;
  void begin_game(const ScheduledGame& scheduled) override;
  void end_game(const ScheduledGame& scheduled) override;

  /// The match of a tournament of two players; nullopt for any other.
  std::optional<rating::MatchSummary> match() const;
  /// Seconds since the construction of the object.
  double seconds() const { return pace_.seconds(); }

 protected:
  using Clock = std::chrono::steady_clock;

  struct Playing {
    ScheduledGame scheduled;
    Clock::time_point since;
  };

  std::string headline(const db::TournamentProgress& progress) const;
  LiveView view(const db::TournamentProgress& progress);
  /// The forecast of a sequential test; nullopt without one.
  std::optional<TestForecast> forecast(const db::TournamentProgress& progress) {
    return forecaster_.forecast(progress, pace_);
  }
  /// The games in progress, the longest first.
  std::vector<Playing> playing();
  const std::string& player(std::size_t index) const { return players_[index]; }

 private:
  void add_result(const JudgedGame& judged, std::optional<Outcome> outcome);
  std::vector<std::string> lines_of_games();

  std::vector<std::string> players_;
  Pace pace_;
  TestForecaster forecaster_;
  std::optional<MatchTally> match_;
  bool pairs_by_results_;
  rating::GameLog results_{"", ""};

  std::mutex mutex_;
  std::map<std::uint64_t, Playing> playing_;  ///< under the mutex
};

}  // namespace schiri::cli
