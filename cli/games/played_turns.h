#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cli/line/command_line.h"
#include "notation/game_types.h"

namespace schiri::cli {

/// A turn that was given and cannot be played.
struct RefusedTurn {
  std::string text;
  std::size_t number;  ///< counting each player's turns, from 1
  TurnError error;

  /// `--play A2-A3 (turn 1): ...`.
  std::string message() const;
};

/// Plays a turn, or all of a movetext: several turns, with numbers, comments, variations and a
/// result perhaps. Those before one that cannot be played stay played.
std::optional<RefusedTurn> play_turns(Game& game, const GameType& type, const std::string& text);
/// Plays several texts, one after the other.
std::optional<RefusedTurn> play_turns(Game& game, const GameType& type,
                                      const std::vector<std::string>& texts);
/// Plays several texts. Throws InputError for a turn that cannot be played.
void require_turns(Game& game, const GameType& type, const std::vector<std::string>& texts);

/// `--play TURNS`, which may be given several times.
void add_turns_option(Command& command, std::vector<std::string>& turns, const std::string& about);

}  // namespace schiri::cli
