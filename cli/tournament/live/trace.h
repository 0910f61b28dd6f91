#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "core/base/descriptor.h"
#include "db/tournament/listener.h"
#include "notation/contest/contest.h"

namespace schiri::cli {

/// The file name of a game's trace: its number, with as many digits as that of the last game, and
/// the players, `012-new-old.log`. Bytes other than ASCII letters, digits, dot, dash and underscore
/// become underscores, and long names are cut.
std::string trace_name(std::uint64_t number, std::uint64_t last, std::string_view white,
                       std::string_view black);

/// Writes the conversation of each game with its programs to a file in a folder. A line has the
/// milliseconds since the start of the game, the direction (`>` sent, `<` received), the player and
/// the text, without control characters. Each line is in the file as soon as it is exchanged, so
/// that none is lost if the process is killed; the file of a game that is played again continues. A
/// file that cannot be written is reported once, and play goes on.
class ProtocolTrace final : public db::TournamentListener {
 public:
  /// Creates the folder; an empty path traces nothing. The contest must outlive the object. Throws
  /// UnusableError.
  ProtocolTrace(const Contest& contest, const std::string& folder);
  ~ProtocolTrace() override;

  void begin_game(const ScheduledGame& scheduled) override;
  bool wants_lines() const override { return !folder_.empty(); }
  void exchange_line(const ScheduledGame& scheduled, const ProtocolLine& line) override;
  void end_game(const ScheduledGame& scheduled) override;

 private:
  class File;

  std::shared_ptr<File> file(std::uint64_t number);
  void report(const File& file);
  const std::string& player(std::size_t bot) const { return contest_.config().bots[bot].name; }

  const Contest& contest_;
  const std::string folder_;
  const std::uint64_t last_;
  std::mutex mutex_;
  std::map<std::uint64_t, std::shared_ptr<File>> files_;  ///< of games in progress, by number
  bool has_reported_ = false;
};

}  // namespace schiri::cli
