#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/game.h"
#include "core/match/game.h"
#include "notation/game_types.h"
#include "notation/typed/form.h"

/// Templates that make a GameType of a game's notation: reading typed turns, checking the movetext
/// of records, playing built-in bots. A game instantiates them once, in its game_type.cpp, so that
/// its rules are inlined; the rest of the program calls it through GameType.
namespace schiri {

/// The requirements on a game's notation: its facts, and its turns, positions and starts as text.
/// Together with a position, it makes a game of schiri.
///
/// - `Position`, the game in core.
/// - `facts`: its GameFacts, constexpr.
/// - `turn_form`: how a turn is written, for messages about invalid text, constexpr; `typed_form`:
///   the
///   characters of turns, for typed text (see notation/typed/form.h).
/// - `scan_turn(text, turn)`: reads a turn at the front of a text that is followed by readable
///   zeros (text_padding of them); returns the number of characters, 0 if there is no turn. Text
///   after the turn is ignored.
/// - `write_turn(turn)`: the canonical text, which `scan_turn` reads to an equal turn.
/// - `explain(position, turn, violation)`: the reason why the turn is illegal here, in one
///   sentence: a Message, or a text if it is not translated.
/// - `read_position(text)`, `write_position(position)`: position strings. `read_position` throws
///   StartError.
/// - `draw(position, style)`: the board in characters; `diagram(position, last)` and
///   `diagram_board(variant)`: as figures; `last` is the turn that led here, to be marked.
///
/// A notation of several variants also needs the hook variant_of; that and all other hooks are in
/// notation/typed/hooks.h.
template <class N>
concept GameNotation = GamePosition<typename N::Position> &&
    requires(const typename N::Position& position, const typename N::Position::Turn& turn,
             typename N::Position::Turn& read, const typename N::Position::Violation& violation,
             const std::optional<typename N::Position::Turn>& last, std::string_view text,
             const BoardStyle& style) {
  { N::facts } -> std::convertible_to<const GameFacts&>;
  { N::turn_form } -> std::convertible_to<Message>;
  { N::typed_form } -> std::convertible_to<const TypedForm&>;
  { N::scan_turn(text.data(), read) } -> std::same_as<std::size_t>;
  { N::write_turn(turn) } -> std::same_as<std::string>;
  { N::explain(position, turn, violation) } -> std::convertible_to<Message>;
  { N::read_position(text) } -> std::same_as<typename N::Position>;
  { N::write_position(position) } -> std::same_as<std::string>;
  { N::draw(position, style) } -> std::same_as<std::string>;
  { N::diagram_board(text) } -> std::same_as<DiagramBoard>;
  { N::diagram(position, last) } -> std::same_as<Figures>;
};

}  // namespace schiri
