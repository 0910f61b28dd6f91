#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace schiri {

/// How a game ended: the values of a record's tag `Termination`.
enum class Termination : std::uint8_t {
  normal,        ///< by the rules
  max_turns,     ///< a draw, at the limit of turns
  resignation,   ///< a player gave up, or was adjudicated lost by its evaluations
  agreement,     ///< agreed, or adjudicated by level evaluations
  adjudication,  ///< an arbiter judged the position
  time_forfeit,
  illegal_move,
  crash,       ///< the program ended with a signal or a status
  disconnect,  ///< the program ended normally, or closed its input or output
  abandoned,   ///< the game was abandoned, or not started
  void_game,   ///< no evidence about the players; the game is played again
  rules_infraction,
  forfeit,
  unterminated,
};

/// The properties of a termination.
struct TerminationKind {
  Termination id;
  std::string_view text;      ///< of the tag
  bool is_failure = false;    ///< a player lost otherwise than on the board
  bool is_in_play = false;    ///< a failure of a bot in the game, such as a crash
  bool is_departure = false;  ///< a program ended, or was ended
  bool is_usual = false;      ///< offered where a user chooses a termination
};

/// The table of terminations.
std::span<const TerminationKind> terminations();
const TerminationKind& kind_of(Termination termination);
/// The value of the tag: `time forfeit`.
std::string_view text_of(Termination termination);
/// The termination of a tag's value, ignoring case; nullopt for other texts.
std::optional<Termination> termination_of(std::string_view text);

}  // namespace schiri
