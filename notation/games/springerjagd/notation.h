#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/games/springerjagd/hooks.h"
#include "core/match/game.h"
#include "core/match/planes.h"
#include "core/match/variants.h"
#include "notation/game_types.h"
#include "notation/games/springerjagd/rules.h"
#include "notation/typed/form.h"
#include "notation/typed/game_notation.h"

/// Springerjagd as text: turns, positions, boards and diagrams, and explanations of illegal turns.
/// The rules are in core/games/springerjagd/.
namespace schiri::springerjagd {

/// Rows, and columns.
inline constexpr int board_size = 6;

/// Meets GameNotation (notation/typed/game_notation.h).
struct Notation {
  using Position = springerjagd::Position;
  using Hooks =
      NotationHooks<NotationHook::set_up, NotationHook::variant_of, NotationHook::explain_text,
                    NotationHook::write_side_planes, NotationHook::symmetries, NotationHook::spread,
                    NotationHook::piece_sets>;

  static constexpr std::string_view variants[] = {"standard"};
  static constexpr GameSetting::Value swap_values[] = {
      {"own", "a knight changes places with a pair of its own side only"},
      {"any",
       "a knight may also change places with an enemy pair: one of its pawns goes to the knight's "
       "old square, the other to its owner's reserve"}};
  static constexpr GameSetting settings[] = {
      {"repetition", "The published rules know no draw.", repetition_values},
      {"swap",
       "A knight may change places with two pawns on one square; whose pawns they are is not said.",
       swap_values}};
  static constexpr std::string_view endings[] = {knights_reason, blocked_reason, repetition_reason};
  // Each player has eight pawns; a pair is two of them.
  static constexpr Reserve reserves[] = {{'R', 8, "PDD"}, {'r', 8, "pdd"}};
  static constexpr GameFacts facts = {
      .name = "springerjagd",
      .title = "Springerjagd",
      .summary = "two knights a side hunt each other, and pawns fill the squares they leave",
      .rules = rules_text,
      .variants = variants,
      .settings = settings,
      .endings = endings,
      .piece_letters = "NPDnpd",
      .reserves = reserves,
      .turn_limit = 2000,  // one in a hundred games of bots that ended had 4,600
  };
  static constexpr Pattern turn_form = message_pattern(
      "a turn is written b1-a3/d2/f2-c4 (knight/fill/second pawn), a1xb3/@ (capture, fill from the "
      "reserve) or b1~e4 (swap)");

  /// Reads a turn at the front of a text that is followed by readable zeros (text_padding of them).
  /// A part that is left out is read as absent: `b1-a3/f2-c4` has no fill, which the rules reject.
  /// Returns the number of characters, 0 if there is no turn.
  static std::size_t scan_turn(const char* text, Turn& turn);
  static std::string write_turn(const Turn& turn);
  static constexpr TypedForm typed_form = [] {
    TypedForm form;
    form.add_letters("abcdef", false).add_digits().add_signs("-x~/", TypedForm::sign_both);
    form.add_signs("@", TypedForm::plain_only);
    form.missing_signs = "--x-~-";
    form.continuing_signs = "/";
    form.piece_letter = 'S';
    return form;
  }();

  /// A fill that is written as a move of the pawn.
  static Message explain_text(const Position& position, std::string_view text);
  /// The reason why the turn is illegal here, in one sentence.
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
  /// Knights, single pawns and pairs.
  static std::array<Bits, 6> piece_sets(const Position& position) {
    const SidePieces &white = position.army(Side::white), &black = position.army(Side::black);
    return {white.knights, white.singles, white.pairs, black.knights, black.singles, black.pairs};
  }
  static std::vector<LetterPlace> letter_places(const Position& position);

  static std::string draw(const Position& position, const BoardStyle& style);
  static DiagramBoard diagram_board(std::string_view variant);
  /// `last`: the turn that led to the position, to be marked.
  static Figures diagram(const Position& position, const std::optional<Turn>& last);

  /// Positions in planes; rows and columns as they are numbered on the board.
  static constexpr std::string_view plane_names[] = {
      "white knights",      "white single pawns", "white pairs",      "black knights",
      "black single pawns", "black pairs",        "protected knight", "black to move"};
  static constexpr std::string_view part_words[] = {"@"};
  static constexpr PlaneForm plane_form = {plane_names, 6, 6, part_words};
  static void write_side_planes(const Position& position, Side side, PlaneWriter& writer);

  /// The rotations and reflections of the board, with and without the colours swapped.
  static std::vector<PositionSymmetry> symmetries(const Position& position);
};

}  // namespace schiri::springerjagd
