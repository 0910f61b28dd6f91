#include "core/tournament/played_matches.h"

#include <algorithm>
#include <map>

#include "core/rating/games/repeats.h"
#include "core/tournament/match_tally.h"

namespace schiri {

namespace {

using rating::GameLog;

Pairing sorted(rating::PlayerId one, rating::PlayerId other) { return std::minmax(one, other); }

/// Game i of a log as one of a schedule: the games of the pair that begins with game i have the
/// numbers 2 i + 1 and 2 i + 2.
JudgedGame judged_game(const GameLog::Entry& entry, std::size_t i, std::size_t partner) {
  JudgedGame game;
  const std::size_t first = std::min(i, partner);
  if (partner != i) game.scheduled.leg = i == first ? 1 : 2;
  game.scheduled.number = 2 * first + (i == first ? 1 : 2);
  game.scheduled.white = entry.white;
  game.scheduled.black = entry.black;
  game.outcome = entry.result;
  game.hash = rating::identity_of(entry);
  return game;
}

}  // namespace

std::vector<rating::MatchSummary> played_matches(const GameLog& log,
                                                 std::span<const Pairing> pairings) {
  std::map<Pairing, MatchTally> tallies;
  for (const auto& [first, second] : pairings) {
    tallies.emplace(sorted(first, second), MatchTally(first, second));
  }
  const auto& entries = log.entries();
  const auto is_of_matches = [&](const GameLog::Entry& entry) {
    return tallies.contains(sorted(entry.white, entry.black));
  };
  // The games of a pair have the same players, so those of other players need no partner.
  std::vector<bool> leave_out;
  leave_out.reserve(entries.size());
  for (const GameLog::Entry& entry : entries) leave_out.push_back(!is_of_matches(entry));
  const std::vector<std::size_t> partners = rating::find_partners(log, leave_out);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (leave_out[i]) continue;
    tallies.at(sorted(entries[i].white, entries[i].black))
        .add(judged_game(entries[i], i, partners[i]));
  }
  std::vector<rating::MatchSummary> matches;
  for (const auto& [first, second] : pairings) {
    matches.push_back(tallies.at(sorted(first, second)).summary());
  }
  return matches;
}

}  // namespace schiri
