#pragma once

#include <string>
#include <vector>

#include "cli/tournament/live/state.h"

namespace schiri::cli {

struct TerminalSize {
  std::size_t columns = 80;
  std::size_t rows = 24;
};

/// The view in lines that fit a terminal: headline and verdict, the players with their ratings and
/// errors (as `rate_bt` has them) if there is room, and the games in progress. `colour`:
/// with escape sequences for headings.
std::vector<std::string> live_lines(const LiveView& view, TerminalSize size, bool colour);

/// Shows a tournament on standard error: on a terminal a display that is redrawn in place and
/// removed at the end, otherwise a line from time to time.
class LiveDisplay final : public LiveState {
 public:
  explicit LiveDisplay(std::vector<std::string> players, rating::Scale scale = rating::Scale::elo);
  ~LiveDisplay() override;

  /// Draws if the last drawing is old enough.
  void tick(const db::TournamentProgress& progress) override;
  void end(const db::TournamentProgress&, bool /*complete*/) override { close(); }

 private:
  void close();
  void draw(const LiveView& view);
  void print_line(const std::string& headline);

  Clock::time_point next_ = Clock::now();
  bool on_terminal_;
  bool colour_;
  bool drawn_ = false;
};

}  // namespace schiri::cli
