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

/// `1, 4-6, 9`: ascending numbers, as ranges; at most this many, then `and 12 more`.
std::string number_ranges(const std::vector<std::uint64_t>& numbers, std::size_t most = 20);

/// Reports on tournaments whose parts several databases hold: missing games, games that several
/// parts have, and parts whose results differ from those of the others.
class MergeReport {
 public:
  /// Merges a database, which messages call `label`, and reports the new games. `unusable` if the
  /// database could not be merged, which is reported as well, `wrong` if it has other results of
  /// games.
  ExitStatus merge(db::Store& store, const std::string& part, const std::string& label,
                   db::Corrections corrections = db::Corrections::tell);
  /// Writes how complete each tournament of the parts is in the merged database, and the findings.
  void print(std::ostream& out, const db::Store& merged) const;

 private:
  db::MergedParts parts_;
};

}  // namespace schiri::cli
