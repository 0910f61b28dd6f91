#include "core/tournament/played_matches.h"

#include <algorithm>
#include <map>

#include "core/rating/games/repeats.h"
#include "core/tournament/match_tally.h"

namespace schiri {

namespace {

using rating::GameLog;

/// The games of a log as those of a schedule: the games of the pair that begins with game i have
/// the numbers 2 i + 1 and 2 i + 2.
std::vector<JudgedGame> judged_games(const GameLog& log) {
  const auto& entries = log.entries();
  const std::vector<std::size_t> partners =
      rating::find_partners(log, std::vector<bool>(entries.size()));
  std::vector<JudgedGame> games;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    JudgedGame& game = games.emplace_back();
    const std::size_t first = std::min(i, partners[i]);
    if (partners[i] != i) game.scheduled.leg = i == first ? 1 : 2;
    game.scheduled.number = 2 * first + (i == first ? 1 : 2);
    game.scheduled.white = entries[i].white;
    game.scheduled.black = entries[i].black;
    game.outcome = entries[i].result;
    game.hash = rating::identity_of(entries[i]);
  }
  return games;
}

Pairing sorted(rating::PlayerId one, rating::PlayerId other) { return std::minmax(one, other); }

}  // namespace

std::vector<rating::MatchSummary> played_matches(const GameLog& log,
                                                 std::span<const Pairing> pairings) {
  std::map<Pairing, MatchTally> tallies;
  for (const auto& [first, second] : pairings) {
    tallies.emplace(sorted(first, second), MatchTally(first, second));
  }
  for (const JudgedGame& game : judged_games(log)) {
    const auto found = tallies.find(sorted(static_cast<rating::PlayerId>(game.scheduled.white),
                                           static_cast<rating::PlayerId>(game.scheduled.black)));
    if (found != tallies.end()) found->second.add(game);
  }
  std::vector<rating::MatchSummary> matches;
  for (const auto& [first, second] : pairings) {
    matches.push_back(tallies.at(sorted(first, second)).summary());
  }
  return matches;
}

}  // namespace schiri
