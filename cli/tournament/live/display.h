#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/print/terminal_size.h"
#include "cli/tournament/live/state.h"

namespace schiri::cli {

/// The view in lines that fit a terminal: headline and verdict, the block of a match or the players
/// with their ratings and errors (as `rate_bt` has them) if there is room, and the games in
/// progress. `colour`: with escape sequences for headings.
std::vector<std::string> live_lines(const LiveView& view, TerminalSize size, bool colour);

/// How often a line of progress is printed; one of both is set.
struct ProgressInterval {
  std::optional<std::uint64_t> games;
  std::optional<std::chrono::seconds> time;
};

inline constexpr ProgressInterval usual_progress{std::nullopt, std::chrono::seconds(30)};

/// Reads `100` (games) or `30s`; nullopt if the text is neither.
std::optional<ProgressInterval> parse_progress_interval(std::string_view text);

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

 private:
  void close();
  void draw(const LiveView& view);
  void print_line(const db::TournamentProgress& progress) const;
  bool is_line_due(const db::TournamentProgress& progress);

  ProgressInterval every_;
  std::uint64_t next_games_ = 0;
  Clock::time_point next_ = Clock::now();
  bool on_terminal_;
  bool colour_;
  bool drawn_ = false;
};

}  // namespace schiri::cli
