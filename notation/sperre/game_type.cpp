#include "notation/sperre/game_type.h"

#include "core/games/sperre/evaluation.h"
#include "notation/sperre/notation.h"
#include "notation/typed_game_type.h"

namespace schiri::sperre {

const GameType& game_type() {
  static const TypedGameType<Notation> type;
  return type;
}

}  // namespace schiri::sperre
