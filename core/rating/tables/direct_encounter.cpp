#include "core/rating/tables/direct_encounter.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/decimals.h"
#include "core/base/order.h"

namespace schiri::rating {

bool is_encounter(const TieBreakRound& round, bool is_swiss) {
  using Kind = TieBreakRound::Kind;
  if (!round.opponent || round.kind == Kind::none) return false;
  return round.kind == Kind::played || !is_swiss;
}

std::vector<DirectEncounters::GroupScore> DirectEncounters::scores(const Group& group) {
  for (std::size_t i = 0; i < group.size(); ++i) member_[group[i]] = i;
  std::vector<GroupScore> scores(group.size());
  for (std::size_t i = 0; i < group.size(); ++i) {
    struct Met {
      std::size_t opponent;
      double points, games;
    };
    std::vector<Met> met;
    for (const TieBreakRound& round : field_.players[group[i]]) {
      if (!is_encounter(round, field_.is_swiss) || member_[*round.opponent] == none) continue;
      met.push_back({*round.opponent, round.points, round.games});
    }
    std::sort(met.begin(), met.end(), by(&Met::opponent));
    scores[i].missing = group.size() - 1;
    for (std::size_t from = 0, to = 0; from < met.size(); from = to) {
      double points = 0, games = 0;
      for (; to < met.size() && met[to].opponent == met[from].opponent; ++to) {
        points += met[to].points;
        games += met[to].games;
      }
      scores[i].made += points / games;
      --scores[i].missing;
    }
    // Sums of thirds are equal whatever their order.
    scores[i].made = rounded_to(scores[i].made, 9);
  }
  for (const std::size_t player : group) member_[player] = none;
  return scores;
}

void DirectEncounters::settle(const Group& group, std::vector<Group>& tiers) {
  if (group.size() < 2) {
    if (!group.empty()) tiers.push_back(group);
    return;
  }
  const auto found = scores(group);
  const bool all_met = std::all_of(found.begin(), found.end(),
                                   [](const GroupScore& score) { return score.missing == 0; });
  all_met ? settle_by_scores(group, found, tiers) : settle_from_top(group, found, tiers);
}

/// 6.2: again among the players still tied, as long as that separates them.
void DirectEncounters::settle_by_scores(const Group& group, const std::vector<GroupScore>& scores,
                                        std::vector<Group>& tiers) {
  const auto order = numbers_by(group.size(), [&](std::size_t i) { return -scores[i].made; });
  for (std::size_t from = 0, to = 0; from < order.size(); from = to) {
    Group equal;
    for (; to < order.size() && scores[order[to]].made == scores[order[from]].made; ++to) {
      equal.push_back(group[order[to]]);
    }
    equal.size() == group.size() ? tiers.push_back(equal) : settle(equal, tiers);
  }
}

/// 6.3: one by one, the player ahead of all others whatever the missing games bring.
void DirectEncounters::settle_from_top(const Group& group, const std::vector<GroupScore>& scores,
                                       std::vector<Group>& tiers) {
  std::vector<std::size_t> left = numbers_below(group.size());
  while (left.size() > 1) {
    const auto first = std::max_element(
        left.begin(), left.end(),
        [&](std::size_t a, std::size_t b) { return scores[a].made < scores[b].made; });
    const std::size_t leader = *first;
    const bool is_alone = std::all_of(left.begin(), left.end(), [&](std::size_t other) {
      return other == leader || scores[leader].made > scores[other].most(field_.win);
    });
    if (!is_alone) break;
    tiers.push_back({group[leader]});
    left.erase(first);
  }
  Group rest;
  for (const std::size_t place : left) rest.push_back(group[place]);
  rest.size() == group.size() ? tiers.push_back(rest) : settle(rest, tiers);
}

DirectEncounters::Result DirectEncounters::order(const Group& group) {
  Result result;
  if (group.size() < 2) return {{group}, std::vector<std::optional<double>>(group.size(), 0.0)};
  settle(group, result.tiers);
  const auto found = scores(group);
  const bool all_met = std::all_of(found.begin(), found.end(),
                                   [](const GroupScore& score) { return score.missing == 0; });
  for (std::size_t i = 0; i < group.size(); ++i) {
    member_[group[i]] = i;
    result.points.push_back(all_met ? std::optional(found[i].made) : std::nullopt);
  }
  for (const Group& tier : result.tiers) {
    const std::size_t place = member_[tier.front()];
    if (tier.size() == 1) result.points[place] = found[place].made;
  }
  for (const std::size_t player : group) member_[player] = none;
  return result;
}

}  // namespace schiri::rating
