#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/creeper/position.h"
#include "core/match/game.h"
#include "notation/games.h"

/// Creeper in text: turns, positions, drawings, rules.
namespace schiri::creeper {

/// Throws StartError (bad_position) if no game can have this position: pawns on corners or more
/// than eight of a side, discs on bases, a finished chain of the side to move.
void reject_impossible(const Position& position);

/// What TypedGame and the record checker ask of a game's notation.
struct Notation {
  using Position = creeper::Position;

  static constexpr std::string_view name = "creeper";
  static constexpr std::string_view title = "Creeper";
  static constexpr std::string_view summary =
      "pawns jump and lay discs; a chain of discs between your two bases wins";
  static constexpr std::string_view variants[] = {"standard"};
  static const std::string_view rules;
  static constexpr bool starts_with_roll = false;
  static constexpr bool streams_turns = false;
  static const ForeignNotation* foreign_notation();
  /// How a turn is written, for messages about text that is none.
  static constexpr std::string_view turn_form =
      "a turn is written B3+C4 (jump), E2-F2 (shunt) or E5xE7 (capture)";

  /// Reads a turn at the front of a text that is followed by readable zeros (text_padding of
  /// them): `B3+C4`, `b3+c4` or `B3 + C4`. Returns how many characters it took, 0 if there is no
  /// turn. What follows the turn is not looked at.
  static std::size_t scan_turn(const char* text, Turn& turn);
  static std::string write_turn(const Turn& turn);

  /// Why the turn is illegal here, in one sentence, and where the pawn could go instead.
  static std::string explain(const Position& position, const Turn& turn, Violation violation);

  /// Throws StartError.
  static Position set_up(const StartSpec& spec);
  static StartSpec draw_start(std::string_view variant, Rng& rng);

  /// Throws StartError (bad_position) that says what is wrong with the text.
  static Position read_position(std::string_view text);
  static std::string write_position(const Position& position);

  static std::string draw(const Position& position, const BoardStyle& style);
};

}  // namespace schiri::creeper
