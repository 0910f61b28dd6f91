#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "cli/line/command.h"
#include "db/edit/merge.h"
#include "db/games/store.h"
#include "db/shards/merged_parts.h"
#include "db/tournament/tournaments.h"

namespace schiri::cli {

/// `1, 4-6, 9`: ascending numbers, as ranges; at most this many, then `and 12 more`. `numbers`:
/// how many there are, in these ranges and behind them.
std::string number_ranges(const db::NumberRanges& ranges, std::uint64_t numbers,
                          std::size_t most = 20);
std::string number_ranges(const std::vector<std::uint64_t>& numbers, std::size_t most = 20);

/// Reports on tournaments with parts in several databases: missing games, and games that several
/// parts contain.
class MergeReport {
 public:
  /// Merges a database, called `label` in messages, and reports the new games. Returns `unusable`
  /// if it could not be merged, which is reported as well, `wrong` if it has other results of
  /// games.
  ExitStatus merge(db::Store& store, const std::string& part, const std::string& label,
                   db::Corrections corrections = db::Corrections::report);
  /// Prints the progress of each tournament of the parts in the merged database, and the findings.
  void print(std::ostream& out, const db::Store& merged) const;

 private:
  db::MergedParts parts_;
};

}  // namespace schiri::cli
