#include "notation/games/game_type.h"

#include "core/games/sperre/hooks.h"
#include "notation/games/sperre/notation.h"
#include "notation/typed/game_type.h"

namespace schiri::sperre {

const GameType& game_type() {
  static const TypedGameType<Notation> type;
  return type;
}

}  // namespace schiri::sperre
