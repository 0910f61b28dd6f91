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

/// What a game's notation must offer: its names, and its turns, positions and starts as text. The
/// second thing, besides a position, that makes a game one of schiri's.
///
/// - `Position`, the game in core.
/// - `name`, `title`, `summary` (one line) and `rules` (a page) for people; `variants`, the
///   standard one first; `endings`, the reasons of Ending::reason.
/// - `starts_with_roll`: does a start need dice? `streams_turns`: can positions have more turns
///   than can be listed?
/// - `foreign_notation()`: another program's notation that is read too; null if there is none.
/// - `turn_form`: how a turn is written, for messages about text that is none; `typed_form`: what
///   turns are made of, for typed text (see notation/typed/form.h).
/// - `scan_turn(text, turn)`: reads a turn at the front of a text that is followed by readable
///   zeros (text_padding of them); returns how many characters it took, 0 if there is no turn. What
///   follows the turn is ignored.
/// - `write_turn(turn)`: the canonical text, which `scan_turn` reads to an equal turn.
/// - `explain(position, turn, violation)`: why the turn is illegal here, in one sentence.
/// - `set_up(spec)`: the position of a start. `draw_start(variant, rng)`: a random start.
///   `read_position(text)`, `write_position(position)`: position strings. `set_up` and
///   `read_position` throw StartError.
/// - `draw(position, style)`: the board in characters; `diagram(position, last)` and
///   `diagram_board(variant)`: as figures; `last` is the turn that led here, to be marked.
///
/// A notation of several variants also needs the hook variant_of; that and all other hooks are in
/// notation/typed/hooks.h.
template <class N>
concept GameNotation = GamePosition<typename N::Position> &&
    requires(const typename N::Position& position, const typename N::Position::Turn& turn,
             typename N::Position::Turn& read, const typename N::Position::Violation& violation,
             const std::optional<typename N::Position::Turn>& last, const StartSpec& spec,
             std::string_view text, const BoardStyle& style, Rng& rng) {
  { N::name } -> std::convertible_to<std::string_view>;
  { N::title } -> std::convertible_to<std::string_view>;
  { N::summary } -> std::convertible_to<std::string_view>;
  { N::rules } -> std::convertible_to<std::string_view>;
  { N::turn_form } -> std::convertible_to<std::string_view>;
  { N::typed_form } -> std::convertible_to<const TypedForm&>;
  { N::variants } -> std::convertible_to<std::span<const std::string_view>>;
  { N::endings } -> std::convertible_to<std::span<const std::string_view>>;
  { N::starts_with_roll } -> std::convertible_to<bool>;
  { N::streams_turns } -> std::convertible_to<bool>;
  { N::foreign_notation() } -> std::same_as<const ForeignNotation*>;
  { N::scan_turn(text.data(), read) } -> std::same_as<std::size_t>;
  { N::write_turn(turn) } -> std::same_as<std::string>;
  { N::explain(position, turn, violation) } -> std::same_as<std::string>;
  { N::set_up(spec) } -> std::same_as<typename N::Position>;
  { N::draw_start(text, rng) } -> std::same_as<StartSpec>;
  { N::read_position(text) } -> std::same_as<typename N::Position>;
  { N::write_position(position) } -> std::same_as<std::string>;
  { N::draw(position, style) } -> std::same_as<std::string>;
  { N::diagram_board(text) } -> std::same_as<DiagramBoard>;
  { N::diagram(position, last) } -> std::same_as<Figures>;
};

}  // namespace schiri
