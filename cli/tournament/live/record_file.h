#pragma once

#include <cstdint>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/match/turn_comment.h"
#include "db/games/store.h"
#include "db/tournament/listener.h"
#include "db/tournament/settings.h"
#include "db/tournament/tournaments.h"
#include "notation/contest/contest.h"

namespace schiri::cli {

/// The file of `--pgn`.
struct RecordFileOptions {
  std::string path = {};    ///< empty for none
  CommentParts parts = {};  ///< after evaluation, depth and time
  /// The tournaments of the command, if it plays several of one game and variant, one after the
  /// other, into the same file.
  std::vector<std::string> events = {};
};

/// Throws InputError for unknown parts and for a file that cannot grow: standard output, or a
/// compressed one.
RecordFileOptions record_file_options(const db::TournamentSettings& settings);

/// Throws InputError if the file exists and is not empty: it belongs to another tournament.
void require_no_records(const RecordFileOptions& options);

/// Writes the record of each game of a tournament to a file when the game is stored, so in the
/// order in which games end, with the bots' comments. The file of a tournament that is resumed is
/// rewritten first: it keeps the games that it holds whole and that are stored, in their order;
/// stored games that it lacks follow, with the comments of the database. The same is done if an
/// earlier tournament of the command has stored games, and at the end of a tournament that was
/// decided before the last game that it had stored.
class RecordFile final : public db::TournamentListener {
 public:
  /// Writes nothing without a path. Throws InputError if the file holds anything but games of the
  /// command's tournaments, UnusableError if it cannot be written.
  RecordFile(const db::Store& store, const db::StoredTournament& event, const Contest& contest,
             const RecordFileOptions& options);

  bool wants_turns() const override { return file_.has_value(); }
  void begin_game(const ScheduledGame& scheduled) override;
  void play_turn(const ScheduledGame& scheduled, const PlayedTurn& turn) override;
  void game_stored(const JudgedGame& judged, const ContestGame& game,
                   std::chrono::duration<double> time) override;
  void end(const db::TournamentProgress& progress, bool complete) override;

 private:
  /// What follows in the comments, by the number of the turn.
  using CommentEnds = std::map<std::size_t, std::string>;

  CommentEnds take_ends(std::uint64_t number);

  const db::Store& store_;
  const std::string event_;
  const TournamentConfig& config_;
  RecordFileOptions options_;
  std::uint64_t last_ = 0;             ///< the highest number of a written game
  std::optional<std::ofstream> file_;  ///< not changed during play
  std::mutex mutex_;
  std::map<std::uint64_t, CommentEnds> ends_;  ///< of games in progress, under the mutex
};

}  // namespace schiri::cli
