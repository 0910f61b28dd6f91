#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "core/games/sperre/hooks.h"
#include "core/match/game.h"
#include "core/match/planes.h"
#include "core/match/variants.h"
#include "notation/game_types.h"
#include "notation/games/sperre/rules.h"
#include "notation/typed/form.h"
#include "notation/typed/game_notation.h"

/// Sperre as text: turns, positions, boards and diagrams, and explanations of illegal turns. The
/// rules are in core/games/sperre/.
namespace schiri::sperre {

/// Meets GameNotation (notation/typed/game_notation.h).
struct Notation {
  using Position = sperre::Position;
  using Hooks =
      NotationHooks<NotationHook::set_up, NotationHook::draw_roll, NotationHook::variant_of,
                    NotationHook::stands_alone, NotationHook::visit_ways_on,
                    NotationHook::write_side_planes, NotationHook::symmetries, NotationHook::spread,
                    NotationHook::piece_sets>;

  static constexpr std::string_view variants[] = {"standard", "move-first",      "rows",
                                                  "both",     "move-first+rows", "move-first+both"};
  static constexpr std::string_view numbered_variants[] = {"move-first", "rows", "both"};
  static constexpr GameSetting::Value own_goal_values[] = {
      {"wins", "a stone that is displaced onto its own goal wins for its owner"},
      {"nothing", "only a stone that ends its owner's move on the goal wins"}};
  static constexpr GameSetting::Value roll_values[] = {
      {"any", "equal numbers may come up"},
      {"distinct", "dice with equal numbers are rolled again until all three differ"}};
  static constexpr GameSetting settings[] = {
      {"own-goal", "Whoever brings a stone to the goal wins; who has to bring it is not said.",
       own_goal_values},
      {"repetition", "The published rules know no draw.", repetition_values},
      {"roll",
       "The dice are rolled at the beginning; a sister game has equal numbers rolled again.",
       roll_values}};
  static constexpr std::string_view endings[] = {goal_reason, repetition_reason};
  static constexpr GameFacts facts = {
      .name = "sperre",
      .title = "Sperre",
      .summary = "three dice lock columns or rows; a stone in the middle of the far row wins",
      .rules = rules_text,
      .variants = variants,
      .settings = settings,
      .numbered_variants = numbered_variants,
      .endings = endings,
      .piece_letters = "WB",
      .any_roll = "147",
      .streams_turns = true,
      .turn_limit = 2000,  // one in a hundred games of bots that ended had 2,100
  };
  static constexpr Pattern turn_form = message_pattern(
      "a turn is written IV8/62-83/84>55,93>61 (tilt, move, displacements if any) or V4/pass, in "
      "the variants that move first 62-83/84>55/IV8 or pass/IV8");

  /// Reads a turn at the front of a text that is followed by a zero or another character that is no
  /// part of a turn: the parts of a turn joined by `/`, in the order tilt, move or pass,
  /// displacements, tilt. Parts may be missing or repeated; the position rejects such turns.
  /// Squares are written `44` or `[4,4]`, dice III, IV, V or 3, 4, 5. Returns the number of
  /// characters, 0 if there is no turn.
  static std::size_t scan_turn(const char* text, Turn& turn);
  /// A legal turn with its displacements in canonical order.
  static std::string write_turn(const Turn& turn);
  /// A comma occurs within the brackets of a square, and before another displacement.
  static bool is_comma_of_turn(std::string_view so_far, const char* rest, const char* end);
  static constexpr TypedForm typed_form = [] {
    TypedForm form;
    form.add_letters("IV", false).add_digits().add_signs("/->,", TypedForm::sign_both);
    form.add_signs("[", TypedForm::sign_before).add_signs("]", TypedForm::sign_after);
    form.continuing_signs = "/,";
    form.is_comma_of_turn = is_comma_of_turn;
    form.has_pass = true;
    form.begins_with_digits = true;
    return form;
  }();
  /// Can the text be a turn of its own? A turn has a move, or a pass in its place.
  static bool stands_alone(const Turn& turn);

  /// For entering turns part by part, see notation/typed/turn_parts.h.
  static void visit_ways_on(const Position& position, std::string_view begun,
                            const TurnTextVisitor& visitor);

  /// The reason why the turn is illegal here, in one sentence.
  static Message explain(const Position& position, const Turn& turn, Violation violation);

  /// Throws StartError.
  static Position set_up(const VariantChoice& variant, const std::string& position,
                         const std::string& roll);
  static std::string draw_roll(const VariantChoice& variant, Rng& rng);

  static Variant variant_named(const VariantChoice& choice);
  static VariantChoice variant_of(const Position& position);
  /// Throws StartError (bad_position) with the error in the text.
  static Position read_position(std::string_view text, Variant variant = {});
  static std::string write_position(const Position& position);
  static void spread(const Position& position, SpreadPosition& to);
  static std::array<Bits, 2> piece_sets(const Position& position) {
    return {position.stones(Side::white), position.stones(Side::black)};
  }
  static std::vector<LetterPlace> letter_places(const Position& position);

  static std::string draw(const Position& position, const BoardStyle& style);
  static DiagramBoard diagram_board(std::string_view variant);
  /// `last`: the turn that led to the position, to be marked.
  static Figures diagram(const Position& position, const std::optional<Turn>& last);

  /// Positions in planes; rows and columns as they are numbered on the board.
  static constexpr std::string_view plane_names[] = {
      "white stones", "black stones",    "III's number",   "IV's number",   "V's number",
      "locked",       "III tilted last", "IV tilted last", "V tilted last", "black to move"};
  static constexpr std::string_view part_words[] = {
      "III1", "III2", "III5", "III6", "III7", "III9", "IV1", "IV3", "IV4", "IV5",
      "IV8",  "IV9",  "V2",   "V3",   "V4",   "V6",   "V7",  "V8",  "pass"};
  static constexpr PlaneForm plane_form = {plane_names, 9, 9, part_words};
  static void write_side_planes(const Position& position, Side side, PlaneWriter& writer);

  /// Reflections that exchange the players' rows and swap the colours, and those of the columns.
  /// Where numbers change with the rows or columns that they lock, III and IV change places too.
  static std::vector<PositionSymmetry> symmetries(const Position& position);
};

/// `III`, `IV` or `V`.
std::string_view name_of(Die die);
/// `62`.
std::string name_of(Place square);
/// `147`.
std::string text_of(const Tops& tops);

/// Is it a number that a square or a die can have?
constexpr bool is_number(char c) { return c >= '1' && c <= '9'; }

/// The numbers, ascending, to be listed.
std::vector<Message> numbers_of(Digits digits);

/// Reads the numbers on top of the dice; `subject` is `the roll '147'` in messages. Throws
/// StartError (bad_position).
Tops read_tops(std::string_view text, const Message& subject);

}  // namespace schiri::sperre
