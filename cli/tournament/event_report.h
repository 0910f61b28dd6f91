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
/// and what they did wrong.
class EventReport final : public EventListener {
 public:
  explicit EventReport(const Contest& contest);

  void keep(const ScheduledGame& scheduled, const ContestGame& game,
            std::chrono::duration<double> time) override;
  /// For people: a line for each that has played.
  void print(std::ostream& out) const;
  /// One line of type `bot` for each.
  void log(EventLog& log) const;

 private:
  struct Line {
    AnswerTimes times;
    std::map<std::string, std::uint64_t> failures;  ///< by Termination
    std::string last;                               ///< what the last failure was, with its round
  };

  const Contest& contest_;
  std::vector<Line> lines_;  ///< by bot
};

}  // namespace schiri::cli
