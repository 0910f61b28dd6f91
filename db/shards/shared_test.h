#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/tournament/listener.h"
#include "db/tournament/settings.h"
#include "db/tournament/tournaments.h"
#include "notation/contest/contest.h"

namespace schiri::db {

/// The sequential test of a tournament in parts, each in a database `shard-I.db` of one folder:
/// computed from the games of all parts, in the order of their numbers, with the same result as in
/// one process.
class SharedTest {
 public:
  /// All parts together read the databases at most once in each interval. `own` is the calling
  /// part. The contest must outlive the object.
  SharedTest(const Contest& contest, std::string folder, const Shard& own,
             std::chrono::duration<double> interval);

  /// `decided` if the test is; `behind` if, after the first interval, another part has less than
  /// half as many games as this part, which has `done`: the test needs those games, and the other
  /// part may be waiting for this one's slot on the cluster. Throws UnusableError if the folder is
  /// not writable.
  OtherParts check(std::uint64_t done);

  /// The game that decides the test, if a part has found it.
  static std::optional<std::uint64_t> decided(const std::string& folder);
  /// Publishes the deciding game to the other parts. Throws UnusableError.
  static void set_decided(const std::string& folder, std::uint64_t game);
  /// Whether this class writes the file.
  static bool uses(const std::string& folder, const std::string& file);

 private:
  struct Part {
    std::string state;  ///< of the file, when it was read
    std::vector<StoredResult> results;
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
  std::map<std::string, Part> parts_;  ///< databases by file
};

/// The game that decides a tournament's test, from results in any order; nullopt if none does, or
/// there is no test.
std::optional<std::uint64_t> deciding_game(const Contest& contest,
                                           const std::vector<StoredResult>& results);

}  // namespace schiri::db
