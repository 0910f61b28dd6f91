#include "notation/games/game_type.h"

#include "core/games/springerjagd/hooks.h"
#include "notation/games/springerjagd/notation.h"
#include "notation/typed/game_type.h"

namespace schiri::springerjagd {

const GameType& game_type() {
  static const TypedGameType<Notation> type;
  return type;
}

}  // namespace schiri::springerjagd
