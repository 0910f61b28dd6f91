#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "cli/tournament/event_listener.h"
#include "cli/tournament/event_run.h"
#include "cli/tournament/event_writer.h"
#include "cli/tournament/pending_games.h"
#include "cli/tournament/unpaired_games.h"
#include "core/tournament/game_queue.h"
#include "core/tournament/runner.h"
#include "core/tournament/stop_rule.h"
#include "db/tournament/played_games.h"

namespace schiri::cli {

struct LoopOptions {
  /// Results of earlier rounds, perhaps played elsewhere, ascending by number. Then no more is
  /// played than what is paired by them.
  std::optional<std::vector<db::StoredResult>> earlier = {};
  /// Whether somebody has asked to end.
  std::function<bool()> interrupted;
  /// How to go on with the event, for messages.
  std::string go_on_command;
  /// On which processors bots play, one for each thread in turn; empty where they may move.
  std::vector<int> processors = {};
  /// Looks at the others, if there are any; it is told how many games this part has. May be empty.
  std::function<Others(std::uint64_t done)> look_at_others = {};
};

struct LoopEnd {
  std::uint64_t played = 0;  ///< in this run
  TournamentProgress progress;
  bool complete = false;  ///< nothing is left to be played
  bool waits = false;     ///< for others that are behind
};

/// Plays the games of an event that are not stored yet and stores those that count. Listeners are
/// told what happens.
class TournamentLoop {
 public:
  /// What it is given must outlive it.
  TournamentLoop(db::Store& store, const db::StoredEvent& event, const Contest& contest,
                 const LoopOptions& options, TournamentListeners listeners);

  /// Once. Throws UnusableError where the event cannot go on.
  LoopEnd run(unsigned threads);

  /// Why there are no more games; empty if it is not for want of openings.
  const std::string& exhausted() const { return exhausted_; }

 private:
  TournamentLoop(db::Store& store, const db::StoredEvent& event, const Contest& contest,
                 const LoopOptions& options, TournamentListeners listeners,
                 const std::vector<db::StoredResult>& stored);

  void recall(const std::vector<db::StoredResult>& stored);
  void play_all(unsigned threads);
  void finish(std::optional<std::uint64_t> end);
  TournamentProgress progress() const;
  std::uint64_t last_opening(std::uint64_t number) const;

  std::optional<std::uint64_t> next();
  Runner<TimedGame>::Worker make_worker();
  std::optional<int> take_processor();
  std::optional<TimedGame> play(std::uint64_t number, WorkerPlayers& lineup,
                                const std::stop_token& stop);
  std::optional<ContestGame> play_or_end(const ScheduledGame& scheduled, WorkerPlayers& lineup,
                                         const std::stop_token& stop);
  std::optional<ContestGame> play_or_forfeit(const ScheduledGame& scheduled, WorkerPlayers& lineup,
                                             const std::stop_token& stop);
  void end_before_opening(std::uint64_t number, const OpeningsExhausted& exhausted);
  void rest(const std::stop_token& stop) const;

  void take(std::uint64_t number, TimedGame&& played);
  void take_void(std::uint64_t number, const ContestGame& game);
  bool keep(const ScheduledGame& scheduled, const TimedGame& played);
  void judge(const JudgedGame& game);
  bool keep_going();
  bool is_needed();

  template <class Method, class... Arguments>
  void tell(Method method, const Arguments&... arguments) const {
    for (TournamentListener* listener : listeners_) (listener->*method)(arguments...);
  }

  db::Store& store_;
  const db::StoredEvent& event_;
  const Contest& contest_;
  const LoopOptions& options_;
  TournamentListeners listeners_;
  GameQueue agenda_;
  Judge judge_;
  PendingGames pending_;
  TournamentWriter writer_;
  UnpairedGames unpaired_;
  std::uint64_t done_before_;
  std::atomic<int> voids_in_row_ = 0;
  std::atomic<std::size_t> workers_ = 0;
  Others others_ = Others::playing;
  std::mutex exhausted_mutex_;
  std::string exhausted_;
};

}  // namespace schiri::cli
