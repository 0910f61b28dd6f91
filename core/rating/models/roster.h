#pragma once

#include <string>
#include <vector>

#include "core/rating/games/counts.h"
#include "core/rating/models/rating_list.h"

namespace schiri::rating {

/// A player of a list that continues an earlier one.
struct RosterLine {
  std::string name;
  const RatedPlayer* before = nullptr;  ///< in the earlier list; null for a new player
};

/// The players of the games, by their numbers in the log, then the other players of the earlier
/// list. The arguments must outlive the result.
std::vector<RosterLine> roster(const GameLog& log, const std::vector<RatedPlayer>& before);

/// The list's line of each player with a rated game or from the earlier list: with the results and
/// the rated games of both. `rate(number, player)` adds the method's results.
template <class Rate>
std::vector<RatedPlayer> lines_of(const std::vector<RosterLine>& roster, const GameLog& log,
                                  Rate&& rate) {
  const std::vector<Wdl> rated = rated_results(log), unplayed = unplayed_results(log);
  std::vector<RatedPlayer> lines;
  for (std::size_t i = 0; i < roster.size(); ++i) {
    const bool plays = i < rated.size();
    if (!roster[i].before && rated[i].games() == 0) continue;
    RatedPlayer& line = lines.emplace_back();
    if (roster[i].before) line = *roster[i].before;
    line.name = roster[i].name;
    if (plays) {
      line.results += rated[i];
      line.results += unplayed[i];
      line.effective_games += rated[i].games();
    }
    rate(i, line);
  }
  return lines;
}

}  // namespace schiri::rating
