#include "core/games/sperre/turn.h"

namespace schiri::sperre {

void set_displacements(Turn& turn, Bits sources, Bits targets) {
  turn.displaced = 0;
  turn.displacements = {};
  for (; sources; sources &= sources - 1, targets &= targets - 1) {
    turn.displacements[turn.displaced++] = {lowest(sources), lowest(targets)};
  }
}

Turn canonical(const Turn& turn) {
  Bits sources = 0, targets = 0;
  for (std::size_t i = 0; i < turn.displaced; ++i) {
    sources |= bit(turn.displacements[i].from);
    targets |= bit(turn.displacements[i].to);
  }
  Turn result = turn;
  set_displacements(result, sources & ~targets, targets & ~sources);
  return result;
}

}  // namespace schiri::sperre
