#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "core/game.h"
#include "core/rating/counts.h"
#include "core/schedule/schedule.h"

namespace schiri::cli {

/// What is to be seen of an event while it is played.
struct LiveView {
  std::string headline;              ///< how far it is
  double share = 0;                  ///< of its games that are done
  std::string verdict;               ///< of a rule that may end it early; empty without one
  rating::GameCounts standing;       ///< all games that count
  std::vector<std::string> playing;  ///< what is played now, the longest first
};

struct TerminalSize {
  std::size_t columns = 80;
  std::size_t rows = 24;
};

/// The view in lines that fit a terminal: headline and verdict, the players with their ratings and
/// errors (as `rate_bt` has them) as far as there is room, what is being played. `colour`: with
/// what makes headings stand out.
std::vector<std::string> live_lines(const LiveView& view, TerminalSize size, bool colour);

/// Shows an event on standard error: on a terminal a picture that is drawn again and again in one
/// place and taken away in the end; elsewhere now and then a line.
class LiveDisplay {
 public:
  /// `done` games are done already.
  LiveDisplay(std::vector<std::string> players, std::uint64_t done);
  LiveDisplay(const LiveDisplay&) = delete;
  LiveDisplay& operator=(const LiveDisplay&) = delete;
  ~LiveDisplay();

  /// Adds a game that was played, now or earlier.
  void add(const ScheduledGame& pairing, std::optional<Outcome> outcome);
  /// Draws if it is time to. `done` and `total` games, and what a rule says that may end the event.
  void show(std::uint64_t done, std::uint64_t total, const std::string& verdict);
  /// Takes the picture away; nothing is drawn any more.
  void close();
  /// Since it was made.
  double seconds() const;

  /// A game begins, or ends or is broken off. From any thread.
  void begin(std::uint64_t number, const ScheduledGame& pairing);
  void end(std::uint64_t number);

 private:
  using Clock = std::chrono::steady_clock;

  struct Playing {
    ScheduledGame pairing;
    Clock::time_point since;
  };

  LiveView view(std::uint64_t done, std::uint64_t total, const std::string& verdict);
  std::vector<std::string> playing_now();
  void draw(const LiveView& view);
  void print_line(const std::string& headline);

  std::vector<std::string> players_;
  std::uint64_t begun_with_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_ = begin_;
  std::map<std::pair<std::size_t, std::size_t>, rating::Wdl> results_;  ///< of White and Black
  bool on_terminal_;
  bool colour_;
  bool drawn_ = false;

  std::mutex mutex_;
  std::map<std::uint64_t, Playing> playing_;  ///< under the mutex
};

}  // namespace schiri::cli
