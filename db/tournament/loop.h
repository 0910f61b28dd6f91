#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/tournament/config.h"
#include "core/tournament/game_queue.h"
#include "core/tournament/runner.h"
#include "core/tournament/stop_rule.h"
#include "db/games/store.h"
#include "db/tournament/listener.h"
#include "db/tournament/pending_games.h"
#include "db/tournament/tournaments.h"
#include "notation/contest/contest.h"

namespace schiri::db {

/// Stored games whose pairing depends on missing games. A missing game that is played again may
/// have another result: then the pairing differs from the stored games.
class UnpairedGames {
 public:
  /// Reads the players of the stored games that the queue has not paired.
  void read(const Store& store, const StoredTournament& event, const GameQueue& queue);
  /// Compares the players of the stored games that are now paired with the pairing. Throws
  /// UnusableError.
  void check(const TournamentConfig& config, const GameQueue& queue);

 private:
  using Couple = std::pair<std::string, std::string>;  ///< White and Black

  std::map<std::uint64_t, Couple> stored_;  ///< by number
};

struct LoopOptions {
  /// Results of earlier rounds, perhaps played elsewhere, ascending by number. If set, only games
  /// paired by them are played.
  std::optional<std::vector<StoredResult>> earlier = {};
  /// Whether the user or the system has requested the process to end.
  std::function<bool()> interrupted;
  /// The command that resumes the tournament, for messages.
  std::string go_on_command;
  /// The processors that bots play on, one for each thread in turn; empty if threads may move.
  std::vector<int> processors = {};
  /// Examines the other parts; `done` is the number of this part's games. Empty without other
  /// parts.
  std::function<OtherParts(std::uint64_t done)> check_other_parts = {};
  /// Whether the user has requested that no further games begin; or empty.
  std::function<bool()> finishing = {};
  /// How long each thread waits after a game.
  std::chrono::milliseconds wait{};
};

struct LoopEnd {
  std::uint64_t played = 0;  ///< in this run
  TournamentProgress progress;
  bool complete = false;  ///< whether no game is left to be played
  bool waits = false;     ///< whether it stopped for parts that are behind
};

/// Plays the games of a tournament that are not stored yet, stores those that count and reports to
/// listeners.
class TournamentLoop {
 public:
  /// The arguments must outlive the loop.
  TournamentLoop(Store& store, const StoredTournament& event, const Contest& contest,
                 const LoopOptions& options, TournamentListeners listeners);

  /// To be called once. Throws UnusableError if the tournament cannot go on.
  LoopEnd run(unsigned threads);

  /// The reason why openings ran out; empty if they did not.
  const std::string& exhausted() const { return exhausted_; }

 private:
  TournamentLoop(Store& store, const StoredTournament& event, const Contest& contest,
                 const LoopOptions& options, TournamentListeners listeners,
                 const std::vector<StoredResult>& stored);

  void load_results(const std::vector<StoredResult>& stored);
  void play_all(unsigned threads);
  void finish(std::optional<std::uint64_t> end);
  TournamentProgress progress() const;
  std::uint64_t last_opening(std::uint64_t number) const;

  std::optional<std::uint64_t> next();
  Runner<ContestGame>::Worker make_worker();
  std::optional<int> take_processor();
  std::optional<ContestGame> play(std::uint64_t number, WorkerPlayers& lineup,
                                  const std::stop_token& stop);
  GameListener listener(const ScheduledGame& scheduled) const;
  void end_before_opening(std::uint64_t number, const OpeningsExhausted& exhausted);
  static void rest(std::chrono::milliseconds time, const std::stop_token& stop);

  void take(ContestGame&& game);
  void take_void(const ContestGame& game);
  void write(const std::function<void()>& work);
  bool store_game(const ContestGame& game);
  std::optional<OpeningRow> new_opening(const ContestGame& game);
  void judge(const JudgedGame& game);
  bool keep_going();
  bool is_finishing() const { return options_.finishing && options_.finishing(); }
  bool is_needed();

  bool is_wanted(bool (TournamentListener::*wants)() const) const;
  template <class Method, class... Arguments>
  void notify(Method method, const Arguments&... arguments) const {
    for (TournamentListener* listener : listeners_) (listener->*method)(arguments...);
  }

  Store& store_;
  const StoredTournament& event_;
  const Contest& contest_;
  const LoopOptions& options_;
  TournamentListeners listeners_;
  GameQueue queue_;
  Judge judge_;
  PendingGames pending_;
  std::set<std::uint64_t> stored_openings_;
  UnpairedGames unpaired_;
  std::uint64_t done_before_;
  std::atomic<int> voids_in_row_ = 0;
  std::atomic<std::size_t> workers_ = 0;
  std::atomic<std::size_t> in_progress_ = 0;
  bool said_finishing_ = false;
  OtherParts other_parts_ = OtherParts::playing;
  std::mutex exhausted_mutex_;
  std::string exhausted_;
};

}  // namespace schiri::db
