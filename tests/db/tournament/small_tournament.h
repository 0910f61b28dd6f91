#pragma once

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "core/match/turn_comment.h"
#include "db/query/filtered_games.h"
#include "db/tournament/loop.h"
#include "db/tournament/settings.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/tournaments.h"
#include "tests/files.h"

namespace schiri::db {

/// Interrupts a tournament at the beginning of its Nth game, which is then not played. With one
/// thread N - 1 games are stored.
class Interruption final : public TournamentListener {
 public:
  explicit Interruption(int game) : left_(game) {}

  bool has_come() const { return left_ <= 0; }
  void tick(const TournamentProgress&) override { ++ticks_; }
  /// Waits until the storing thread has requested a stop. It does so after a tick.
  void begin_game(const ScheduledGame&) override {
    if (--left_ != 0) return;
    const int before = ticks_;
    while (ticks_ < before + 2) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

 private:
  std::atomic<int> left_;
  std::atomic<int> ticks_ = 0;
};

/// A tournament of built-in bots, played by the loop, in a database in a temporary folder.
class SmallTournament {
 public:
  /// `more`: further settings, as members of the JSON object.
  explicit SmallTournament(const std::string& more = "", const Shard& shard = {})
      : config_(parse_settings(R"({"event": "Cup", "game": "creeper", "max-turns": 6,
          "bots": ["random name=a", "random name=b", "random name=c"])" +
                                   (more.empty() ? "" : ", " + more) + "}",
                               "plan")
                    .config()),
        contest_(config_),
        store_(directory_.file("cup.db"), Store::Mode::create),
        event_(*db::create_tournament(
            store_, {config_.name, config_json(config_), contest_.schedule()->games(), shard.index,
                     shard.count})) {}

  const TournamentConfig& config() const { return config_; }
  const Contest& contest() const { return contest_; }
  Store& store() { return store_; }
  std::string folder() const { return directory_.file(""); }
  /// The event as it is now stored.
  StoredTournament event() const { return *db::find_tournament(store_, config_.name); }

  LoopEnd play(TournamentListeners listeners = {}, unsigned threads = 1) {
    return play({.interrupted = [] { return false; }, .go_on_command = "go on"},
                std::move(listeners), threads);
  }
  /// Plays with one thread and is interrupted after `games` stored games.
  LoopEnd play_only(int games, TournamentListeners listeners = {}) {
    Interruption interruption(games + 1);
    listeners.push_back(&interruption);
    return play({.interrupted = [&] { return interruption.has_come(); }, .go_on_command = "go on"},
                std::move(listeners));
  }
  LoopEnd play(const LoopOptions& options, TournamentListeners listeners = {},
               unsigned threads = 1) {
    const StoredTournament event = this->event();
    return TournamentLoop(store_, event, contest_, options, std::move(listeners)).run(threads);
  }

  /// The stored records, each after its number.
  std::vector<std::string> records() const {
    std::vector<std::string> records;
    GameFilter filter;
    filter.events = {config_.name};
    db::visit_records(store_, filter, [&](StoredRecord& stored) {
      // Times differ from run to run.
      for (Element& element : stored.record.movetext) {
        if (element.kind == Element::Kind::comment) element.text = without_time(element.text);
      }
      records.push_back(std::to_string(stored.number.value_or(0)) + "\n" +
                        write_record(stored.record));
      return true;
    });
    return records;
  }

 private:
  TemporaryDirectory directory_;
  TournamentConfig config_;
  Contest contest_;
  Store store_;
  StoredTournament event_;
};

}  // namespace schiri::db
