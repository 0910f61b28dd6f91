#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/tournament/event_run.h"
#include "cli/tournament/event_settings.h"
#include "db/tournament/played_games.h"
#include "notation/contest/contest.h"

namespace schiri::cli {

/// The name of the database in which a part of an event is played, in the folder of all parts.
std::string shard_name(std::uint64_t index);
bool is_shard_name(std::string_view name);

/// The sequential test of an event whose parts are played apart, each in a database `shard-I.db` of
/// one folder: judged by the games of all of them, in the order of their numbers, as one process
/// would judge it.
class SharedTest {
 public:
  /// Looks no sooner than after this time, whichever part has looked before. `own` is the part that
  /// asks. The contest must outlive it.
  SharedTest(const Contest& contest, std::string folder, const Shard& own,
             std::chrono::duration<double> interval);

  /// Whether the test is decided or, after the first interval, another part has not half as many
  /// games as this one, which has `done`: the test waits for those, and perhaps they wait for this
  /// part's place. Throws UnusableError if the folder cannot be written to.
  Others look(std::uint64_t done);

  /// What one of the parts has found out already.
  static std::optional<std::uint64_t> decided(const std::string& folder);
  /// Tells the others. Throws UnusableError.
  static void tell(const std::string& folder, std::uint64_t game);
  /// Is it one of the files of this class?
  static bool uses(const std::string& folder, const std::string& file);

 private:
  struct Part {
    std::string state;  ///< of the file, when it was read
    std::vector<db::StoredResult> results;
  };

  bool is_due() const;
  void judge();
  void claim() const;
  void read_parts();
  void note() const;
  bool is_far_ahead(std::uint64_t done) const;

  const Contest& contest_;
  std::string folder_;
  Shard own_;
  std::chrono::duration<double> interval_;
  std::optional<std::chrono::steady_clock::time_point> begun_;
  std::optional<std::chrono::steady_clock::time_point> asked_;
  std::map<std::string, Part> parts_;  ///< by their files
};

/// The game that decides an event's test, of results in any order; nothing if none does, or the
/// event has none.
std::optional<std::uint64_t> deciding_game(const Contest& contest,
                                           const std::vector<db::StoredResult>& results);

}  // namespace schiri::cli
