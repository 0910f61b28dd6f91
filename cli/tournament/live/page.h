#pragma once

#include <string>
#include <vector>

#include "cli/tournament/live/state.h"

namespace schiri::cli {

/// The board of a game that is being played.
struct LiveBoard {
  std::string caption;  ///< the game, in words
  std::string svg;      ///< a document, as `draw_svg` gives it
};

/// An event as a page for browsers that needs nothing else: how far it is, where the players stand,
/// the boards. It asks to be read again after this many seconds, never if 0. Names are text in it,
/// whatever stands in them, and its content policy allows nothing from elsewhere.
std::string live_page(const std::string& event, const LiveView& view,
                      const std::vector<LiveBoard>& boards, unsigned refresh_seconds);

/// Keeps such a page in a file while an event is played, replaced as a whole every two seconds at
/// most. A file that cannot be written is reported once, and the event goes on.
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
