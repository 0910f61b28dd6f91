#pragma once

#include <string>

#include "cli/tournament/live/log.h"
#include "cli/tournament/live/report.h"
#include "db/tournament/listener.h"

namespace schiri::cli {

/// Logs what happens in a tournament.
class TournamentLogger final : public db::TournamentListener {
 public:
  /// Writes `report` at the end, which must follow the tournament as well. An empty path writes
  /// nothing. Throws UnusableError.
  TournamentLogger(const Contest& contest, const TournamentReport& report, const std::string& path);

  void begin(const db::TournamentProgress& progress) override;
  void game_stored(const ScheduledGame& scheduled, const ContestGame& game,
                   std::chrono::duration<double> time) override;
  void end(const db::TournamentProgress& progress, bool complete) override;
  void begin_game(const ScheduledGame& scheduled) override;
  bool wants_turns() const override { return log_.is_open(); }
  void play_turn(const ScheduledGame& scheduled, const PlayedTurn& turn) override;
  void warn(const std::string& message) override;

 private:
  Json description(const ScheduledGame& scheduled) const;

  const Contest& contest_;
  const TournamentReport& report_;
  TournamentLog log_;
};

}  // namespace schiri::cli
