#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace schiri {

/// How a game came to its end, as a record's tag `Termination` gives it.
enum class Termination : std::uint8_t {
  normal,        ///< by the rules of the game
  max_turns,     ///< a draw, at the limit of turns
  resignation,   ///< a player gave up, or thought itself lost
  agreement,     ///< both thought the game level
  adjudication,  ///< somebody judged the position
  time_forfeit,
  illegal_move,
  crash,       ///< the program ended with a signal or a status
  disconnect,  ///< the program ended or closed its input or output in good order
  abandoned,   ///< the game was given up, or not begun
  void_game,   ///< it says nothing of its players, and is played again
  rules_infraction,
  forfeit,
  unterminated,
};

/// All that is known of one.
struct TerminationKind {
  Termination id;
  std::string_view text;      ///< of the tag
  bool is_failure = false;    ///< a player lost by something other than the game
  bool is_departure = false;  ///< a program went away, or was ended by somebody
  bool is_usual = false;      ///< to be offered where somebody chooses one
};

/// The one table of them.
std::span<const TerminationKind> terminations();
const TerminationKind& kind_of(Termination termination);
/// As the tag has it: `time forfeit`.
std::string_view text_of(Termination termination);
/// The termination of a tag's value, capital and small letters alike; nothing for other texts.
std::optional<Termination> termination_of(std::string_view text);

}  // namespace schiri
