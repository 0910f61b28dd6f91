#pragma once

#include <string>
#include <vector>

#include "cli/print/terminal_filter.h"
#include "cli/tournament/live/progress_interval.h"
#include "cli/tournament/live/state.h"

namespace schiri::cli {

/// The view in lines that fit a terminal: headline, verdict and forecast, the block of a match or
/// the players with their ratings and errors (as `rate_bt` has them) if there is room, and the
/// games in progress. `colour`: with escape sequences for headings.
std::vector<std::string> live_lines(const LiveView& view, TerminalSize size, bool colour);

/// Shows a tournament on standard error: on a terminal a display that is redrawn in place and
/// removed at the end, otherwise a line from time to time.
class LiveDisplay final : public LiveState {
 public:
  /// `every`: when a line is printed if standard error is not a terminal.
  LiveDisplay(const TournamentConfig& config, const ProgressInterval& every);
  ~LiveDisplay() override;

  void begin(const db::TournamentProgress& progress) override;
  /// Draws if the last drawing is old enough.
  void tick(const db::TournamentProgress& progress) override;
  void end(const db::TournamentProgress&, bool /*complete*/) override { close(); }
  void finishing(std::size_t games) override;
  void game_void(const std::string& warning) override { note(warning); }

 private:
  /// Prints a note above the display.
  void note(const Message& text);
  void close();
  void draw(const LiveView& view);
  void print_line(const db::TournamentProgress& progress);

  ProgressTimer timer_;  ///< of lines
  Clock::time_point next_ = Clock::now();
  bool on_terminal_;
  bool colour_;
  bool drawn_ = false;
};

}  // namespace schiri::cli
