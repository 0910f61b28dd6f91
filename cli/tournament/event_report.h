#pragma once

#include <iosfwd>
#include <map>
#include <string>
#include <vector>

#include "cli/tournament/event_listener.h"
#include "cli/tournament/event_log.h"
#include "core/match/answer_times.h"
#include "notation/contest/contest.h"

namespace schiri::cli {

/// What is to be reported of an event's bots besides their results: how long they took to answer,
/// whether that can be trusted, and what they did wrong.
class TournamentReport final : public TournamentListener {
 public:
  explicit TournamentReport(const Contest& contest);

  void keep(const ScheduledGame& scheduled, const ContestGame& game,
            std::chrono::duration<double> time) override;
  /// For people: a line for each that has played.
  void print(std::ostream& out) const;
  /// One line of type `bot` for each.
  void log(TournamentLog& log) const;
  /// For how long the referee did not run where it should have while bots had to answer in time.
  std::chrono::nanoseconds standstill() const { return standstill_; }
  /// Why the clocks are not to be trusted: the referee itself, and with it whoever else was there,
  /// did not run for more than a twentieth of the time; empty if they are.
  std::string doubt() const;

 private:
  struct Line {
    AnswerTimes times;
    AnswerTimes transports;                         ///< to another machine and back
    std::map<std::string, std::uint64_t> failures;  ///< by Termination
    std::string last;                               ///< what the last failure was, with its round
  };

  const Contest& contest_;
  std::vector<Line> lines_;  ///< by bot
  std::chrono::nanoseconds thought_{}, standstill_{};
};

}  // namespace schiri::cli
