#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/worker.h"
#include "core/match/limits.h"
#include "core/ugi/protocol.h"
#include "notation/game_types.h"

namespace schiri {

/// A built-in bot as a UGI program, without input and output. It thinks on a thread of its own, so
/// that every line is handled at once.
class UgiServer {
 public:
  /// `write` takes one or several lines with their ends and is never called by two threads at a
  /// time. `start` is the meaning of `startpos`; a random start is always the same.
  /// Throws BotSpecError and StartError.
  UgiServer(const GameType& type, StartSpec start, const BotSpec& spec,
            std::function<void(std::string_view)> write);
  UgiServer(const UgiServer&) = delete;
  UgiServer& operator=(const UgiServer&) = delete;
  /// Stops thinking.
  ~UgiServer();

  /// Handles one line; returns false after `quit`. Unknown lines are ignored.
  bool take(std::string_view line);
  /// The end of the input: lets a limited search end, but not for ever.
  void finish();

 private:
  /// What a search has found, as `info` lines, and the words after `bestmove`.
  struct Answer {
    std::string found;
    std::string turn = "0000";
  };

  void write(std::string_view lines);
  void write_line(std::string line);
  void complain(const std::string& what);
  void introduce();
  void set_option(const ugi::Setting& setting);
  bool is_game_setting(std::string_view name) const;
  void set_game_setting(const ugi::Setting& setting);
  void set_variant(std::string variant);
  void set_seed(const std::string& value);
  void set_bot_option(const ugi::Setting& setting);
  void new_game();
  std::unique_ptr<Game> started(const StartSpec& start) const;
  void set_game(std::shared_ptr<Game> game, std::string_view line = {});
  void set_position(std::string_view line);
  bool continue_position(std::string_view line);
  std::optional<std::string> play_on(std::string_view turns);
  void answer(std::string_view question);
  void go(std::string_view line);
  void think_on_own_time();
  void start_thinking();
  Answer think(const Game& game, const Limits& limits, const std::stop_token& stop);
  Limits limits_of(std::string_view line) const;
  void stop();

  const GameType& type_;
  StartSpec start_;
  BotSpec spec_;
  std::function<void(std::string_view)> write_;
  std::mutex writing_;
  std::unique_ptr<Player> player_;
  std::shared_ptr<Game> game_;
  std::vector<ugi::UgiOption> settings_;  // of a game whose rules a program knows
  std::string position_line_;  // the `position` that set it; empty if another command did
  std::uint64_t seed_;
  std::uint64_t games_ = 0;     // started with this seed
  bool says_expected_ = false;  // answers include the expected reply
  std::string asked_;           // the last `go`
  bool infinite_ = false;       // whether the current search has no limit
  bool pondering_ = false;      // whether its limits count from `ponderhit` on
  // The answer is dropped: the same position is searched again on its own time.
  std::atomic<bool> is_dropped_ = false;
  Worker thinking_;
};

}  // namespace schiri
