#include "core/rating/models/rating_list.h"

#include <algorithm>
#include <tuple>

#include "core/base/order.h"

namespace schiri::rating {

namespace {

void add(const ColourCount& count, std::vector<Wdl>& results) {
  results[count.white] += count.results;
  results[count.black] += count.results.swapped();
}

}  // namespace

std::string_view symbol(Bound bound) {
  return bound == Bound::above ? ">" : bound == Bound::below ? "<" : "";
}

void sort_best_first(std::vector<RatedPlayer>& players) {
  const auto key = [](const RatedPlayer& player) {
    const int group = player.bound == Bound::above ? 0 : player.bound == Bound::below ? 2 : 1;
    return std::tuple(group, -player.rating.value_or(0), std::string_view(player.name));
  };
  std::sort(players.begin(), players.end(), by(key));
}

std::vector<Wdl> played_by_player(const GameCounts& counts) {
  std::vector<Wdl> results(counts.players().size());
  counts.visit_played([&](const ColourCount& count) { add(count, results); });
  return results;
}

std::vector<Wdl> results_by_player(const GameCounts& counts) {
  std::vector<Wdl> results(counts.players().size());
  counts.visit_counted([&](const ColourCount& count) { add(count, results); });
  return results;
}

}  // namespace schiri::rating
