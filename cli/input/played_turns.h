#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cli/line/command_line.h"
#include "notation/game_types.h"

namespace schiri::cli {

/// A turn that cannot be played.
struct RefusedTurn {
  std::string text;
  std::size_t number;  ///< counting each player's turns, from 1
  TurnError error;

  /// `--play A2-A3 (turn 1): ...`.
  Message message() const;
};

/// Plays a turn, or all turns of a movetext, which may contain numbers, comments, variations and a
/// result. Turns before one that cannot be played stay played.
std::optional<RefusedTurn> play_turns(Game& game, const GameType& type, const std::string& text);
/// Plays several texts, one after the other.
std::optional<RefusedTurn> play_turns(Game& game, const GameType& type,
                                      const std::vector<std::string>& texts);
/// Plays several texts. Throws InputError for a turn that cannot be played.
void require_turns(Game& game, const GameType& type, const std::vector<std::string>& texts);

/// Adds `--play TURNS`, which may be given several times.
void add_turns_option(Command& command, std::vector<std::string>& turns, const std::string& about);

}  // namespace schiri::cli
