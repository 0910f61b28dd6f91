#include "notation/creeper/game_type.h"

#include "core/games/creeper/evaluation.h"
#include "notation/creeper/notation.h"
#include "notation/typed_game_type.h"

namespace schiri::creeper {

const GameType& game_type() {
  static const TypedGameType<Notation> type;
  return type;
}

}  // namespace schiri::creeper
