#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "core/games/creeper/hooks.h"
#include "core/games/creeper/position.h"
#include "core/match/game.h"
#include "core/match/planes.h"
#include "core/match/variants.h"
#include "notation/game_types.h"
#include "notation/games/creeper/rules.h"
#include "notation/typed/form.h"
#include "notation/typed/game_notation.h"

/// Creeper as text: turns, positions, boards and diagrams, and the notation of the server
/// softserve. The rules are in core/games/creeper/.
namespace schiri::creeper {

namespace detail {

/// The way of moving of a sign, by its code; a special value for other characters.
inline constexpr auto kinds = [] {
  std::array<Kind, 256> table{};
  table.fill(Step::none);
  table['+'] = Kind::jump;
  table['-'] = Kind::shunt;
  table['x'] = Kind::capture;
  return table;
}();

/// Eight characters, the first in the lowest byte.
inline std::uint64_t load_characters(const char* text) {
  std::uint64_t word = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&word, text, sizeof word);
  } else {
    for (unsigned i = 8; i-- > 0;) word = word << 8 | static_cast<unsigned char>(text[i]);
  }
  return word;
}

/// Reads a turn from its five characters, both squares at once; false if they are not a turn.
inline bool decode_turn(std::uint64_t word, Turn& turn) {
  constexpr std::uint64_t small_letters = 0x0020000020, first_square = 0x3161003161;
  constexpr std::uint64_t ones = 0x0101000101, above_seven = 0xf8f800f8f8;
  const std::uint64_t offsets = (word | small_letters) - first_square;
  const std::uint64_t outside = (offsets | (offsets + ones)) & above_seven;
  turn = {static_cast<Place>((offsets & 7) | (offsets >> 5 & 0x38)),
          static_cast<Place>((offsets >> 24 & 7) | (offsets >> 29 & 0x38)),
          kinds[word >> 16 & 0xff]};
  const bool on_squares = (squares >> turn.from) & (squares >> turn.to) & 1;
  return (outside == 0) & (turn.kind != Step::none) & on_squares;
}

}  // namespace detail

/// Throws StartError (bad_position) if no game can have this position: pawns on corners or more
/// than eight of a side, discs on bases, a finished chain of the side to move.
void reject_impossible(const Position& position);

/// Meets GameNotation (notation/typed/game_notation.h).
struct Notation {
  using Position = creeper::Position;
  using Hooks =
      NotationHooks<NotationHook::set_up, NotationHook::foreign_notation, NotationHook::variant_of,
                    NotationHook::explain_text, NotationHook::write_side_planes,
                    NotationHook::symmetries, NotationHook::spread, NotationHook::piece_sets>;

  static constexpr std::string_view variants[] = {"standard"};
  static constexpr GameSetting::Value bases_values[] = {
      {"white-ab12", "White's home bases are AB12 and FG67, Black's AB67 and FG12"},
      {"white-ab67",
       "the mirror image: White's home bases are AB67 and FG12, White's pawns begin on A5 A6 B7 C7 "
       "E1 F1 G2 G3, and Black has the others"}};
  static constexpr GameSetting settings[] = {
      {"bases", "The figure that shows the bases and the start is lost.", bases_values},
      {"repetition",
       "A game in which the players have to repeat their moves is a draw, without a number; by the "
       "French rules they may agree on it.",
       repetition_values}};
  static constexpr std::string_view endings[] = {chain_reason, blocked_reason, repetition_reason};
  static constexpr GameFacts facts = {
      .name = "creeper",
      .title = "Creeper",
      .summary = "pawns jump and lay discs; a chain of discs between your two bases wins",
      .rules = rules_text,
      .variants = variants,
      .settings = settings,
      .endings = endings,
      .piece_letters = "WBwb",
      .turn_limit = 2000,  // the longest game that bots have played had 940
  };
  static const ForeignNotation& foreign_notation();
  /// How a turn is written, for messages about invalid text.
  static constexpr Pattern turn_form =
      message_pattern("a turn is written B3+C4 (jump), E2-F2 (shunt) or E5xE7 (capture)");

  /// Reads a turn at the front of a text that is followed by readable zeros (text_padding of them):
  /// `B3+C4`, `b3+c4` or `B3 + C4`. Returns the number of characters, 0 if there is no turn. Text
  /// after the turn is ignored.
  static std::size_t scan_turn(const char* text, Turn& turn) {
    constexpr std::uint64_t five = 0xffffffffff;
    const std::uint64_t word = detail::load_characters(text);
    if (text[2] != ' ' || text[4] != ' ') return detail::decode_turn(word & five, turn) ? 5 : 0;
    const std::uint64_t close = (word & 0xffff) | (word >> 24 & 0xff) << 16 | (word >> 40) << 24;
    return detail::decode_turn(close & five, turn) ? 7 : 0;
  }
  static std::string write_turn(const Turn& turn);
  static constexpr TypedForm typed_form = [] {
    TypedForm form;
    form.add_letters("ABCDEFG", true).add_digits().add_signs("+-x", TypedForm::sign_both);
    form.missing_signs = "++--xx";
    form.names_single_blanks = true;
    return form;
  }();

  /// A corner, a square outside the board, or more than two squares.
  static Message explain_text(const Position& position, std::string_view text);
  /// The reason why the turn is illegal here, in one sentence, and the pawn's legal turns.
  static Message explain(const Position& position, const Turn& turn, Violation violation);

  static Variant variant_named(const VariantChoice& choice);
  static VariantChoice variant_of(const Position& position);
  /// Throws StartError.
  static Position set_up(const VariantChoice& variant, const std::string& position,
                         const std::string& roll);
  /// Throws StartError (bad_position) with the error in the text.
  static Position read_position(std::string_view text, Variant variant = {});
  static std::string write_position(const Position& position);
  static void spread(const Position& position, SpreadPosition& to);
  /// Pawns and discs.
  static std::array<Bits, 4> piece_sets(const Position& position) {
    return {position.pawns(Side::white), position.pawns(Side::black), position.discs(Side::white),
            position.discs(Side::black)};
  }
  static std::vector<LetterPlace> letter_places(const Position& position);

  static std::string draw(const Position& position, const BoardStyle& style);
  static DiagramBoard diagram_board(std::string_view variant);
  /// `last`: the turn that led to the position, to be marked.
  static Figures diagram(const Position& position, const std::optional<Turn>& last);

  /// Positions in planes; rows and columns as they are numbered on the board.
  static constexpr std::string_view plane_names[] = {"white pawns", "black pawns", "white discs",
                                                     "black discs", "black to move"};
  static std::vector<std::string> actions();
  static constexpr PlaneForm plane_form = {plane_names, 7, 7, {}, actions};
  static void write_side_planes(const Position& position, Side side, PlaneWriter& writer);

  /// The rotations and reflections of the board. Those that exchange the bases swap the colours.
  static std::vector<PositionSymmetry> symmetries(const Position& position);
};

}  // namespace schiri::creeper
