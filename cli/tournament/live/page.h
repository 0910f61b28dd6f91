#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/tournament/live/state.h"

namespace schiri::cli {

/// A player at the board of a game in progress.
struct LiveSeat {
  std::string player;
  std::string clock;       ///< the time left, or that of the last turn; empty before the first
  std::string evaluation;  ///< of the last turn from the player's side; empty if it gave none
};

/// The board of a game in progress.
struct LiveBoard {
  std::uint64_t number = 0;
  LiveSeat white, black;
  Side side_to_move = Side::white;
  std::string caption;  ///< a description of the position
  std::string svg;      ///< a document, as `draw_svg` gives it
};

/// What the page of a tournament shows.
struct LiveDocument {
  std::string event;
  LiveView view;
  std::vector<LiveBoard> boards = {};    ///< in the order of their numbers
  std::vector<LiveResult> results = {};  ///< the latest first
  /// After how many seconds the page reads its file again; 0: the tournament is over.
  unsigned seconds = 0;
  std::string report = {};  ///< a link to the report, relative to the page; empty if there is none
};

/// A page for browsers that needs no other file: progress, boards, standing and last results of a
/// tournament, in the style of a report. It reads its own file again without being loaded anew. All
/// names are escaped, and the content policy allows nothing from elsewhere.
std::string live_page(const LiveDocument& document, const Translation& language);

/// The address of a file for a page in another file: relative if it can be, with the characters
/// escaped that have a meaning in addresses.
std::string address_from(const std::string& page, const std::string& file);

/// Writes such a page to a file while a tournament is played, replaced as a whole every two seconds
/// at most. A file that cannot be written is reported once, and play goes on.
class LivePage final : public LiveState {
 public:
  /// `path`: the file; empty for none. `report`: the report that is written at the end, to which
  /// the last page leads; empty for none. The contest must outlive it.
  LivePage(const Contest& contest, std::string path, const std::string& report = "");

  bool wants_turns() const override { return is_wanted_; }
  void tick(const db::TournamentProgress& progress) override;
  void end(const db::TournamentProgress& progress, bool complete) override;

 private:
  std::vector<LiveBoard> boards();
  LiveBoard board(const Playing& game) const;
  LiveSeat seat(const Playing& game, Side side, bool is_thinking) const;
  void write(const db::TournamentProgress& progress, unsigned seconds, const std::string& report);

  const Contest& contest_;
  const Translation& language_;
  const bool is_wanted_;  ///< read by the threads that play
  std::string path_;      ///< empty after a failure as well
  std::string report_;    ///< its address
  Clock::time_point next_ = Clock::now();
};

}  // namespace schiri::cli
