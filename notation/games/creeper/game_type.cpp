#include "notation/games/game_type.h"

#include "core/games/creeper/hooks.h"
#include "notation/games/creeper/notation.h"
#include "notation/typed/game_type.h"

namespace schiri::creeper {

const GameType& game_type() {
  static const TypedGameType<Notation> type;
  return type;
}

}  // namespace schiri::creeper
