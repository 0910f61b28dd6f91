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
/// errors (as `rate_bt` has them) as far as there is room, what is being played. `colour`: with
/// what makes headings stand out.
std::vector<std::string> live_lines(const LiveView& view, TerminalSize size, bool colour);

/// Shows an event on standard error: on a terminal a picture that is drawn again and again in one
/// place and taken away in the end; elsewhere now and then a line.
class LiveDisplay final : public LiveState {
 public:
  explicit LiveDisplay(std::vector<std::string> players, rating::Scale scale = rating::Scale::elo);
  ~LiveDisplay() override;

  /// Draws if it is time to.
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
