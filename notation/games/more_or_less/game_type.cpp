#include "notation/games/game_type.h"

#include "core/games/more_or_less/hooks.h"
#include "notation/games/more_or_less/notation.h"
#include "notation/typed/game_type.h"

namespace schiri::more_or_less {

const GameType& game_type() {
  static const TypedGameType<Notation> type;
  return type;
}

}  // namespace schiri::more_or_less
