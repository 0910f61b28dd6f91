#include "core/pairing/swiss_pairing.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

#include "core/base/order.h"
#include "core/pairing/matching.h"

namespace schiri {

std::vector<std::size_t> SwissPairing::ranking() const {
  return numbers_by(players_.size(), [&](std::size_t p) { return -players_[p].points; });
}

/// The players with the fewest byes, the last in the ranking first.
std::vector<std::size_t> SwissPairing::bye_candidates(
    const std::vector<std::size_t>& ranking) const {
  int fewest = std::numeric_limits<int>::max();
  for (const SwissPlayer& player : players_) fewest = std::min(fewest, player.byes);
  std::vector<std::size_t> candidates(ranking.rbegin(), ranking.rend());
  std::erase_if(candidates, [&](std::size_t p) { return players_[p].byes > fewest; });
  return candidates;
}

SwissRound SwissPairing::pair() const {
  const auto ranked = ranking();
  for (int meetings = 0;; ++meetings) {
    if (ranked.size() % 2 == 0) {
      if (auto found = couples_at(ranked, meetings)) return with_colours(std::move(*found), {});
      continue;
    }
    for (const std::size_t bye : bye_candidates(ranked)) {
      auto others = ranked;
      std::erase(others, bye);
      if (auto found = couples_at(others, meetings)) return with_colours(std::move(*found), bye);
    }
  }
}

std::optional<std::vector<SwissPair>> SwissPairing::couples_at(
    const std::vector<std::size_t>& ranking, int meetings) const {
  constexpr int any = std::numeric_limits<int>::max();
  if (!balance_colours_) return couples(ranking, {meetings, any});
  for (const int colours : {1, 2, any}) {
    if (auto found = couples(ranking, {meetings, colours})) return found;
  }
  return std::nullopt;
}

bool SwissPairing::may_meet(std::size_t first, std::size_t second,
                            const Tolerance& tolerance) const {
  if (players_[first].met[second] > tolerance.meetings) return false;
  const auto [white, black] = std::minmax(players_[first].colours, players_[second].colours);
  return std::max(std::abs(white + 1), std::abs(black - 1)) <= tolerance.colours;
}

/// The best couples of a ranking: the first player gets the best opponent that leaves all others
/// pairable, then the next remaining player, and so on.
std::optional<std::vector<SwissPair>> SwissPairing::couples(const std::vector<std::size_t>& ranking,
                                                            const Tolerance& tolerance) const {
  Matching matching(ranking.size(), [&](std::size_t a, std::size_t b) {
    return may_meet(ranking[a], ranking[b], tolerance);
  });
  if (!matching.complete()) return std::nullopt;
  std::vector<SwissPair> found;
  std::vector<bool> paired(ranking.size());
  for (std::size_t place = 0; place < ranking.size(); ++place) {
    if (paired[place]) continue;
    for (const std::size_t other : preferences(ranking, paired, place)) {
      if (!matching.fix(place, other)) continue;
      found.push_back({ranking[place], ranking[other]});
      paired[place] = paired[other] = true;
      break;
    }
  }
  return found;
}

/// The candidates for a player: the lower half of the remaining score group, then the upper half
/// from below, then the lower groups; as places in the ranking.
std::vector<std::size_t> SwissPairing::preferences(const std::vector<std::size_t>& ranking,
                                                   const std::vector<bool>& paired,
                                                   std::size_t place) const {
  std::vector<std::size_t> group, others;
  for (std::size_t i = place; i < ranking.size(); ++i) {
    if (paired[i]) continue;
    const bool equal = players_[ranking[i]].points == players_[ranking[place]].points;
    (equal ? group : others).push_back(i);
  }
  const auto middle =
      group.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(group.size() / 2, 1));
  std::vector<std::size_t> order(middle, group.end());
  order.insert(order.end(), std::reverse_iterator(middle),
               std::reverse_iterator(group.begin() + 1));
  order.insert(order.end(), others.begin(), others.end());
  return order;
}

/// Whether the first player of a couple has White in the first game.
bool SwissPairing::begins(std::size_t first, std::size_t second, std::size_t board) const {
  const SwissPlayer& a = players_[first];
  const SwissPlayer& b = players_[second];
  if (a.colours != b.colours) return a.colours < b.colours;
  if (a.last_white != b.last_white) return b.last_white;
  return (round_ + board) % 2 == 1;
}

SwissRound SwissPairing::with_colours(std::vector<SwissPair> couples,
                                      std::optional<std::size_t> bye) const {
  for (std::size_t board = 0; board < couples.size(); ++board) {
    auto& [white, black] = couples[board];
    if (!begins(white, black, board)) std::swap(white, black);
  }
  return {std::move(couples), bye};
}

}  // namespace schiri
