#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/creeper/perft.h"
#include "core/creeper/position.h"
#include "core/match/game.h"
#include "notation/games.h"

/// Creeper in text: turns, positions, drawings, rules.
namespace schiri::creeper {

namespace detail {

/// What the characters of a turn mean, by their code; anything else has the bit `unreadable`. The
/// tables let a turn be read without a branch for each character.
inline constexpr std::uint8_t unreadable = 0x80;

constexpr std::array<std::uint8_t, 256> meanings(std::string_view characters, int step) {
  std::array<std::uint8_t, 256> table{};
  table.fill(unreadable);
  for (std::size_t i = 0; i < characters.size(); ++i) {
    table[static_cast<unsigned char>(characters[i])] =
        static_cast<std::uint8_t>(i % 7 * static_cast<std::size_t>(step));
  }
  return table;
}

inline constexpr auto columns = meanings("ABCDEFGabcdefg", 1);
inline constexpr auto rows = meanings("1234567", 8);
inline constexpr auto kinds = meanings("+-x", 1);

inline std::size_t scan_turn_at(const char* text, std::size_t sign_at, std::size_t to_at,
                                Turn& turn) {
  const auto look_up = [text](const auto& table, std::size_t at) {
    return table[static_cast<unsigned char>(text[at])];
  };
  const std::uint8_t from_column = look_up(columns, 0), from_row = look_up(rows, 1);
  const std::uint8_t kind = look_up(kinds, sign_at);
  const std::uint8_t to_column = look_up(columns, to_at), to_row = look_up(rows, to_at + 1);
  if ((from_column | from_row | kind | to_column | to_row) & unreadable) return 0;
  turn = {static_cast<Place>(from_row + from_column), static_cast<Place>(to_row + to_column),
          static_cast<Kind>(kind)};
  const bool on_squares = (squares >> turn.from) & (squares >> turn.to) & 1;
  return on_squares ? to_at + 2 : 0;
}

}  // namespace detail

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
  static std::size_t scan_turn(const char* text, Turn& turn) {
    return text[2] == ' ' && text[4] == ' ' ? detail::scan_turn_at(text, 3, 5, turn)
                                            : detail::scan_turn_at(text, 2, 3, turn);
  }
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
