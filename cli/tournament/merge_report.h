#pragma once

#include <cstdint>
#include <iosfwd>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cli/line/command.h"
#include "core/rating/audit/homogeneity.h"
#include "db/edit/merge.h"
#include "db/games/store.h"
#include "db/tournament/tournaments.h"

namespace schiri::cli {

/// `1, 4-6, 9`: ascending numbers, as ranges; at most this many, then `and 12 more`.
std::string number_ranges(const std::vector<std::uint64_t>& numbers, std::size_t most = 20);

/// Reports what is wrong with the events that several databases hold parts of: games that nobody
/// has, games that two have, and databases whose results stand out.
class MergeReport {
 public:
  /// Merges a database, which messages call `label`, and reports what it brought. `unusable` if it
  /// could not be merged, which is reported as well, `wrong` if it has other results of games.
  ExitStatus merge(db::Store& store, const std::string& part, const std::string& label,
                   db::Corrections corrections = db::Corrections::tell);
  /// Reports, for each event that was played in one of them, how complete it is in the merged
  /// database, on `out`, and what the parts give to think about.
  void print(std::ostream& out, const db::Store& merged) const;

 private:
  struct Part {
    std::string label;
    std::vector<rating::GroupCounts> counts;
  };
  struct Event {
    std::vector<Part> parts;
    std::map<std::uint64_t, int> times;  ///< how many parts have a game, by its number
    std::map<std::pair<std::string, std::string>, std::size_t> pairings;
  };

  void add(const db::Store& part, const std::string& label);
  void print_event(std::ostream& out, const db::Store& merged, const db::StoredEvent& event,
                   const Event& seen) const;

  std::map<std::string, Event> events_;
};

}  // namespace schiri::cli
