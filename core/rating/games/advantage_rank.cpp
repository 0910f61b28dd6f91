#include "core/rating/games/advantage_rank.h"

#include <utility>

#include "core/base/order.h"

namespace schiri::rating {

AdvantageRank::AdvantageRank(std::size_t players)
    : parent_(numbers_below<PlayerId>(players)), offset_(players) {}

void AdvantageRank::add(PlayerId white, PlayerId black) {
  if (is_determined_) return;
  const Place one = find(white), other = find(black);
  const std::int64_t apart = one.offset - other.offset;
  if (one.root == other.root) {
    is_determined_ = apart != 1;
  } else {
    parent_[one.root] = other.root;
    offset_[one.root] = 1 - apart;
  }
}

AdvantageRank::Place AdvantageRank::find(PlayerId player) {
  Place place{player, 0};
  while (parent_[place.root] != place.root) {
    place.offset += offset_[place.root];
    place.root = parent_[place.root];
  }
  // Every player on the way refers to the root from now on.
  for (std::int64_t left = place.offset; parent_[player] != place.root;) {
    if (player == place.root) break;
    const std::int64_t own = std::exchange(offset_[player], left);
    player = std::exchange(parent_[player], place.root);
    left -= own;
  }
  return place;
}

}  // namespace schiri::rating
