#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "notation/programs/own_game.h"

namespace schiri {

/// A fault of a game's program, and the shortest line of turns found that shows it.
struct GameFault {
  Message what;
  std::vector<std::string> turns;
};

/// How far check_own_game() looks.
struct GameCheckLimits {
  std::size_t positions = 2000;  ///< from the start on, nearest first
  std::size_t games = 100;       ///< random ones after that
  std::size_t turns = 2000;      ///< of each; if none ends before, the game cannot end
};

/// What was looked at, and the faults, one of each kind.
struct GameReport {
  std::size_t positions = 0;
  std::size_t games = 0;
  std::size_t longest = 0;  ///< of the games that ended, in turns
  std::vector<GameFault> faults;
};

/// Checks a game's program in a variant: a turn that is listed but refused or listed twice, a
/// position that does not read back, a swap that is offered twice, no turn before the end, a game
/// that cannot end, and whatever it says is wrong with itself. It is asked to check itself by its
/// option `Check`, if it announces that. Throws InputError if it lists no turns or positions.
GameReport check_own_game(const OwnGameType& type, const std::string& variant,
                          const GameCheckLimits& limits = {});

}  // namespace schiri
