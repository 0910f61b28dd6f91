#include "core/games/creeper/chain.h"

#include <bit>
#include <vector>

namespace schiri::creeper {

namespace {

Bits lowest(Bits b) { return b & -b; }

}  // namespace

Bits shortest_chain_of(const Position& position, Side side) {
  const Bits home = position.bases(side), begin = lowest(home), goal = home ^ begin;
  Bits free = position.discs(side) | goal;
  std::vector<Bits> layers = {begin};
  while (!(layers.back() & goal)) {
    const Bits next = orthogonal_neighbours(layers.back()) & free;
    if (!next) return 0;
    free ^= next;
    layers.push_back(next);
  }
  Bits chain = goal;
  for (Bits at = goal; layers.size() > 1;) {
    layers.pop_back();
    at = lowest(orthogonal_neighbours(at) & layers.back());
    chain |= at;
  }
  return chain;
}

}  // namespace schiri::creeper
