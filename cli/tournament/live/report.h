#pragma once

#include <iosfwd>
#include <map>
#include <string>
#include <vector>

#include "cli/line/table_options.h"
#include "core/match/clock.h"
#include "db/tournament/listener.h"
#include "db/tournament/tournaments.h"
#include "notation/contest/contest.h"

namespace schiri::cli {

/// Reports on the bots of a tournament: answer times, whether these can be trusted, failures,
/// and second answers, which were ignored.
class TournamentReport final : public db::TournamentListener {
 public:
  TournamentReport(const Contest& contest, const db::StoredTournament& event);

  void game_stored(const JudgedGame& judged, const ContestGame& game,
                   std::chrono::duration<double> time) override;
  /// Prints a line for each bot that has played.
  void print(std::ostream& out, bool with_times) const;
  /// An object for each bot, as in the log.
  std::vector<Json> bots() const;
  /// The time for which the referee was descheduled while bots had to answer in time.
  std::chrono::nanoseconds descheduled() const { return descheduled_; }
  /// The reason why clocks cannot be trusted: the referee, and so probably each bot, was
  /// descheduled for more than a twentieth of the time; empty if they can be trusted.
  Message doubt() const;

 private:
  struct Line {
    AnswerTimes times;
    AnswerTimes transports;                         ///< to another machine and back
    std::map<std::string, std::uint64_t> failures;  ///< by Termination
    std::string last;  ///< a description of the last failure, with the game's id
    std::uint64_t second_answers = 0;
  };

  const Contest& contest_;
  const db::StoredTournament& event_;
  std::vector<Line> lines_;  ///< by bot
  std::chrono::nanoseconds thought_{}, descheduled_{};
};

}  // namespace schiri::cli
