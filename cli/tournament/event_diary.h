#pragma once

#include <string>

#include "cli/tournament/event_listener.h"
#include "cli/tournament/event_log.h"
#include "cli/tournament/event_report.h"

namespace schiri::cli {

/// Writes down in a log what happens in an event.
class TournamentLogger final : public TournamentListener {
 public:
  /// `report` is written at the end; it must have been told everything. An empty path writes
  /// nothing. Throws UnusableError.
  TournamentLogger(const Contest& contest, const TournamentReport& report, const std::string& path);

  void begin(const TournamentProgress& progress) override;
  void keep(const ScheduledGame& scheduled, const ContestGame& game,
            std::chrono::duration<double> time) override;
  void end(const TournamentProgress& progress, bool complete) override;
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
