#pragma once

#include <fstream>
#include <mutex>
#include <optional>
#include <string>

#include "cli/line/table_options.h"
#include "cli/tournament/live/forecast.h"
#include "cli/tournament/live/progress_interval.h"
#include "cli/tournament/live/report.h"
#include "core/tournament/stop_rule.h"
#include "db/tournament/listener.h"

namespace schiri::cli {

/// Logs the progress of a tournament in a file of JSON Lines. Each line has
/// `v` (the version of this format, 1), `time` and `type`. Lines may come from several threads.
class TournamentLog final : public db::TournamentListener {
 public:
  /// Appends to the file; an empty path logs nothing. Writes `report` at the end, which must be a
  /// listener of the tournament as well. `every`: when a line of progress is written. Throws
  /// UnusableError.
  TournamentLog(const Contest& contest, const db::StoredTournament& event,
                const TournamentReport& report, const std::string& path,
                const ProgressInterval& every = usual_progress);

  void begin(const db::TournamentProgress& progress) override;
  void game_loaded(const JudgedGame& judged, std::optional<Outcome> result) override;
  void game_stored(const JudgedGame& judged, const ContestGame& game,
                   std::chrono::duration<double> time) override;
  void tick(const db::TournamentProgress& progress) override;
  void end(const db::TournamentProgress& progress, bool complete) override;
  void begin_game(const ScheduledGame& scheduled) override;
  bool wants_turns() const override { return file_.has_value(); }
  void play_turn(const ScheduledGame& scheduled, const PlayedTurn& turn) override;
  void warn(const std::string& message) override;

 private:
  /// Writes one line: the type of the occurrence, and its details.
  void write(const char* type, const Json& details);
  Json description(const ScheduledGame& scheduled) const;

  const Contest& contest_;
  const db::StoredTournament& event_;
  const TournamentReport& report_;
  std::optional<MatchTally> match_;  ///< of a tournament of two players
  Pace pace_;
  TestForecaster forecaster_;
  ProgressTimer timer_;
  std::mutex mutex_;
  std::string path_;
  std::optional<std::ofstream> file_;
};

}  // namespace schiri::cli
