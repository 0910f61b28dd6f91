#pragma once

#include <vector>

#include "core/bots/candidates.h"
#include "core/bots/situation.h"
#include "core/games/creeper/hooks.h"
#include "core/games/more_or_less/hooks.h"
#include "core/games/sperre/hooks.h"
#include "core/games/springerjagd/hooks.h"

namespace bot_test {

using namespace schiri;

/// Limits only the nodes and, if given, the depth.
inline SearchBudget budget_of(std::uint64_t nodes, std::optional<int> depth = std::nullopt) {
  return SearchBudget({nodes, depth, std::nullopt, std::nullopt}, Side::white, {});
}
inline SearchBudget budget_of_depth(int depth) { return budget_of(UINT64_MAX, depth); }

/// A line of this many candidates from `start`; nothing if the game ends earlier. Candidates are
/// drawn by number, because random_turn may be slow.
template <class P>
std::optional<PlayedLine<P>> random_line(std::uint64_t seed, int turns, const P& start = P()) {
  Rng rng(seed);
  PlayedLine<P> line(start);
  for (int i = 0; i < turns && !line.ending(); ++i) {
    std::vector<typename P::Turn> all;
    visit_candidates(line.position(), [&](const typename P::Turn& turn) {
      all.push_back(turn);
      return true;
    });
    line.play(all[rng.below(all.size())]);
  }
  if (line.ending()) return std::nullopt;
  return line;
}

/// Random lines of many lengths.
template <class P>
std::vector<PlayedLine<P>> random_lines(int count, int most_turns) {
  std::vector<PlayedLine<P>> lines;
  for (std::uint64_t seed = 1; static_cast<int>(lines.size()) < count; ++seed) {
    const auto line = random_line<P>(seed, static_cast<int>(seed * 7) % (most_turns + 1));
    if (line) lines.push_back(*line);
  }
  return lines;
}

/// Whether some turn wins at once.
template <class P>
bool has_win_in_one(const P& position) {
  return !position.visit_turns([&](const typename P::Turn& turn) {
    P next = position;
    next.play(turn);
    const auto ending = next.ending();
    return !(ending && ending->outcome == win_for(position.side_to_move()));
  });
}

}  // namespace bot_test
