#pragma once

#include <string>
#include <vector>

#include "cli/tournament/live/state.h"

namespace schiri::cli {

/// The board of a game in progress.
struct LiveBoard {
  std::string caption;  ///< a description of the game
  std::string svg;      ///< a document, as `draw_svg` gives it
};

/// A page for browsers that needs no other file: progress, standing and boards of a tournament. The
/// browser reloads the page after this many seconds, never if 0. All names are escaped, and the
/// content policy allows nothing from elsewhere.
std::string live_page(const std::string& event, const LiveView& view,
                      const std::vector<LiveBoard>& boards, unsigned refresh_seconds);

/// Writes such a page to a file while a tournament is played, replaced as a whole every two seconds
/// at most. A file that cannot be written is reported once, and play goes on.
class LivePage final : public LiveState {
 public:
  /// `path`: the file; empty for none. The contest must outlive it.
  LivePage(const Contest& contest, std::string path);

  bool wants_turns() const override { return is_wanted_; }
  void tick(const db::TournamentProgress& progress) override;
  void end(const db::TournamentProgress& progress, bool complete) override;

 private:
  std::vector<LiveBoard> boards();
  LiveBoard board(const Playing& game) const;
  void write(const db::TournamentProgress& progress, unsigned refresh_seconds);

  const Contest& contest_;
  const bool is_wanted_;  ///< read by the threads that play
  std::string path_;      ///< empty after a failure as well
  Clock::time_point next_ = Clock::now();
};

}  // namespace schiri::cli
