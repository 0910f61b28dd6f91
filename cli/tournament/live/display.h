#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "cli/print/terminal_filter.h"
#include "cli/tournament/live/forecast.h"
#include "cli/tournament/live/progress_interval.h"
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

/// The view in lines that fit a terminal: headline, verdict and forecast, the block of a match or
/// the players with their ratings and errors (as `rate_bt` has them) if there is room, and the
/// games in progress. `colour`: with escape sequences for headings.
std::vector<std::string> live_lines(const LiveView& view, TerminalSize size, bool colour);

/// Shows a tournament on standard error: on a terminal a display that is redrawn in place and
/// removed at the end, otherwise a line from time to time.
class LiveDisplay final : public LiveState {
 public:
  /// `every`: when a line is printed if standard error is not a terminal.
  LiveDisplay(const TournamentConfig& config, const ProgressInterval& every);
  ~LiveDisplay() override;

  void begin(const db::TournamentProgress& progress) override;
  /// Draws if the last drawing is old enough.
  void tick(const db::TournamentProgress& progress) override;
  void end(const db::TournamentProgress&, bool /*complete*/) override { close(); }
  void finishing(std::size_t games) override;
  void game_void(const std::string& warning) override { note(warning); }
  void waiting(const std::string& reason) override { note(reason); }

 private:
  /// Prints a note above the display.
  void note(const Message& text);
  void close();
  void draw(const LiveView& view);
  void print_line(const db::TournamentProgress& progress);

  ProgressTimer timer_;  ///< of lines
  Clock::time_point next_ = Clock::now();
  bool on_terminal_;
  bool colour_;
  bool drawn_ = false;
};

}  // namespace schiri::cli
