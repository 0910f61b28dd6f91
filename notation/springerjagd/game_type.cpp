#include "notation/springerjagd/game_type.h"

#include "core/games/springerjagd/evaluation.h"
#include "notation/springerjagd/notation.h"
#include "notation/typed_game_type.h"

namespace schiri::springerjagd {

const GameType& game_type() {
  static const TypedGameType<Notation> type;
  return type;
}

}  // namespace schiri::springerjagd
