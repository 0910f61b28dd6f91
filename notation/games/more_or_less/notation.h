#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/games/more_or_less/hooks.h"
#include "core/games/more_or_less/position.h"
#include "core/match/game.h"
#include "core/match/planes.h"
#include "notation/game_types.h"
#include "notation/games/more_or_less/rules.h"
#include "notation/typed/form.h"
#include "notation/typed/game_notation.h"

/// More or Less as text: turns, positions, boards and diagrams, and explanations of illegal turns.
/// The rules are in core/games/more_or_less/.
namespace schiri::more_or_less {

/// `O`, or ring and number: `A0`.
std::string point_name(Point at);
/// `51` or `31`.
std::string_view variant_name(BoardSize size);

/// Throws StartError (bad_position) if no game can have this position: stones and turns that the
/// order of play cannot produce.
void reject_impossible(const Position& position);

/// Meets GameNotation (notation/typed/game_notation.h).
struct Notation {
  using Position = more_or_less::Position;
  using Hooks =
      NotationHooks<NotationHook::set_up, NotationHook::variant_of, NotationHook::fits,
                    NotationHook::explain_text, NotationHook::stands_alone,
                    NotationHook::visit_ways_on, NotationHook::write_side_planes,
                    NotationHook::symmetries, NotationHook::spread, NotationHook::piece_sets>;

  /// In the order of BoardSize.
  static constexpr std::string_view variants[] = {"51", "31"};
  static constexpr GameSetting::Value turns_values[] = {
      {"12", "each player has twelve turns after all stones are placed"},
      {"6", "each player has six turns after all stones are placed"}};
  static constexpr GameSetting settings[] = {
      {"turns",
       "The markers on the board count twelve turns; the publisher's catalogue says \"a maximum of "
       "12 per game\".",
       turns_values}};
  static constexpr std::string_view endings[] = {stones_reason, turns_reason};
  static constexpr GameFacts facts = {
      .name = "more-or-less",
      .title = "More or Less",
      .summary = "jumped stones turn over; 19 of your colour win, and so do 6",
      .rules = rules_text,
      .variants = variants,
      .settings = settings,
      .endings = endings,
      .piece_letters = "wb",
      .streams_turns = true,
      .turn_limit = 100,  // the rules end it after 37
  };
  static constexpr Pattern turn_form = message_pattern(
      "a turn is written O or A0,E5 (placing), E0xC1xA2 (jump), E0-C0xA1 (glide) or pass");

  /// Reads a turn at the front of a text that is followed by a zero. Points may be in small
  /// letters, two placed stones in either order. A path that is too long keeps one hop too many.
  /// Returns the number of characters, 0 if there is no turn; a path is read up to a continuation
  /// that no turn has.
  static std::size_t scan_turn(const char* text, Turn& turn);
  static std::string write_turn(const Turn& turn);
  /// A comma separates two placed stones.
  static bool is_comma_of_turn(std::string_view so_far, const char* rest, const char* end);
  static constexpr TypedForm typed_form = [] {
    TypedForm form;
    form.add_letters("ABCDEO", true).add_digits().add_signs(",-x", TypedForm::sign_both);
    form.missing_signs = ",,xx-x";
    form.continuing_signs = "x";
    form.is_comma_of_turn = is_comma_of_turn;
    form.has_pass = true;
    return form;
  }();
  /// Can the text be a turn of its own? One stone alone is placed only once, on the centre.
  static bool stands_alone(const Turn& turn);
  /// Does the board have the points? Text with other points is not a turn there.
  static bool fits(const Position& position, const Turn& turn);

  /// For entering turns part by part, see notation/typed/turn_parts.h.
  static void visit_ways_on(const Position& position, std::string_view begun,
                            const TurnTextVisitor& visitor);

  /// A point of a ring that the board does not have.
  static Message explain_text(const Position& position, std::string_view text);
  /// The reason why the turn is illegal here, in one sentence.
  static Message explain(const Position& position, const Turn& turn, Violation violation);

  static Variant variant_named(const VariantChoice& choice);
  static VariantChoice variant_of(const Position& position);
  /// Throws StartError.
  static Position set_up(const VariantChoice& variant, const std::string& position,
                         const std::string& roll);

  /// On the board of 51 points if the text has six groups, of 31 points if it has four. Throws
  /// StartError (bad_position) with the error in the text.
  static Position read_position(std::string_view text, int turns_per_side = standard_turns);
  static std::string write_position(const Position& position);
  static void spread(const Position& position, SpreadPosition& to);
  static std::array<Bits, 2> piece_sets(const Position& position) {
    return {position.stones(Side::white), position.stones(Side::black)};
  }
  static std::vector<LetterPlace> letter_places(const Position& position);

  /// Draws the points at their places, with names in ( ) or [ ] if there is a stone.
  static std::string draw(const Position& position, const BoardStyle& style);
  static DiagramBoard diagram_board(std::string_view variant);
  /// `last`: the turn that led to the position, to be marked.
  static Figures diagram(const Position& position, const std::optional<Turn>& last);

  /// Positions in planes; rows and columns as they are numbered on the board.
  static constexpr std::string_view plane_names[] = {
      "white stones", "black stones", "white's turns left", "black's turns left", "black to move"};
  static constexpr std::string_view part_words[] = {"pass"};
  static constexpr PlaneForm plane_form = {plane_names, 1, 51, part_words};
  static void write_side_planes(const Position& position, Side side, PlaneWriter& writer);

  /// The rotations and reflections of the board. White has one stone more, so the colours cannot be
  /// swapped.
  static std::vector<PositionSymmetry> symmetries(const Position& position);
};

}  // namespace schiri::more_or_less
