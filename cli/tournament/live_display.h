#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "cli/tournament/event_listener.h"
#include "core/rating/counts.h"
#include "core/rating/result_model.h"

namespace schiri::cli {

/// What is to be seen of an event while it is played.
struct LiveView {
  std::string headline;                      ///< how far it is
  double share = 0;                          ///< of its games that are done
  std::string verdict;                       ///< of a rule that may end it early; empty without one
  rating::GameCounts standing;               ///< all games that count
  std::vector<std::string> playing;          ///< what is played now, the longest first
  rating::Scale scale = rating::Scale::elo;  ///< of the ratings
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
class LiveDisplay final : public EventListener {
 public:
  /// `scale`: of the ratings that it shows.
  explicit LiveDisplay(std::vector<std::string> players, rating::Scale scale = rating::Scale::elo);
  LiveDisplay(const LiveDisplay&) = delete;
  LiveDisplay& operator=(const LiveDisplay&) = delete;
  ~LiveDisplay() override;

  void begin(const EventProgress& progress) override { begun_with_ = progress.done; }
  void recall(const ScheduledGame& scheduled, std::optional<Outcome> outcome) override;
  void keep(const ScheduledGame& scheduled, const ContestGame& game,
            std::chrono::duration<double> time) override;
  void begin_game(const ScheduledGame& scheduled) override;
  void end_game(const ScheduledGame& scheduled) override;
  /// Draws if it is time to.
  void look(const EventProgress& progress) override;
  void end(const EventProgress&, bool /*complete*/) override { close(); }

  /// Since it was made.
  double seconds() const;

 private:
  using Clock = std::chrono::steady_clock;

  struct Playing {
    ScheduledGame scheduled;
    Clock::time_point since;
  };

  void close();
  LiveView view(const EventProgress& progress);
  std::vector<std::string> playing_now();
  void draw(const LiveView& view);
  void print_line(const std::string& headline);

  std::vector<std::string> players_;
  rating::Scale scale_;
  std::uint64_t begun_with_ = 0;  ///< games that were stored before
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
