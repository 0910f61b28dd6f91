#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/game.h"
#include "core/hooks.h"
#include "core/match/game.h"
#include "core/match/planes.h"
#include "notation/board/searched_position.h"
#include "notation/board/square_board.h"
#include "notation/game_types.h"
#include "notation/typed/form.h"

/// Templates that make a GameType of a game's notation: reading typed turns, checking the movetext
/// of records, playing built-in bots. A game instantiates them once, in its game_type.cpp, so that
/// its rules are inlined; the rest of the program calls it through GameType.
namespace schiri {

/// `draw(position, style)`: the board in characters; `diagram(position, last)` and
/// `diagram_board(variant)`: as figures; `last` is the turn that led here, to be marked.
template <class N>
concept HasPictures = requires(const typename N::Position& position,
                               const std::optional<typename N::Position::Turn>& last,
                               std::string_view variant, const BoardStyle& style) {
  { N::draw(position, style) } -> std::same_as<std::string>;
  { N::diagram_board(variant) } -> std::same_as<DiagramBoard>;
  { N::diagram(position, last) } -> std::same_as<Figures>;
};

/// `SquareForm squares`: the board of a game on squares, which is the first word of its position
/// strings. Default pictures and planes are made of the string (notation/board/square_board.h).
template <class N>
concept HasSquares = requires {
  { N::squares } -> std::convertible_to<const SquareForm&>;
};

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
///
/// A notation also needs pictures of its board (HasPictures), or is one of a game on squares, which
/// has them by default (HasSquares). One of several variants needs the hook variant_of; all hooks
/// are below.
template <class N>
concept GameNotation = GamePosition<typename N::Position> &&
    requires(const typename N::Position& position, const typename N::Position::Turn& turn,
             typename N::Position::Turn& read, const typename N::Position::Violation& violation,
             std::string_view text) {
  { N::facts } -> std::convertible_to<const GameFacts&>;
  { N::turn_form } -> std::convertible_to<Message>;
  { N::typed_form } -> std::convertible_to<const TypedForm&>;
  { N::scan_turn(text.data(), read) } -> std::same_as<std::size_t>;
  { N::write_turn(turn) } -> std::same_as<std::string>;
  { N::explain(position, turn, violation) } -> std::convertible_to<Message>;
  { N::read_position(text) } -> std::same_as<typename N::Position>;
  { N::write_position(position) } -> std::same_as<std::string>;
} &&(HasPictures<N> || HasSquares<N>);

// Optional functions of a notation. Each hook is a static member of the notation; the typed game,
// the record checker and the entry of turns part by part test for it by its concept below.
//
// As a position does (core/hooks.h), a notation lists its hooks, so that the compiler can find one
// that is missing, misspelt or of other types:
//
//     struct Notation {
//       using Hooks = NotationHooks<NotationHook::write_planes>;
//
// TypedGameType refuses a notation that does not provide exactly the hooks that it lists. A
// notation without `Hooks` lists none.

/// The only list of the hooks: the name of the function, and the concept below that tests for it.
#define SCHIRI_NOTATION_HOOKS(HOOK)          \
  HOOK(set_up, HasSetUp)                     \
  HOOK(draw_roll, HasDrawRoll)               \
  HOOK(foreign_notation, HasForeignNotation) \
  HOOK(variant_of, HasVariantOf)             \
  HOOK(fits, HasFits)                        \
  HOOK(explain_text, HasExplainText)         \
  HOOK(stands_alone, HasStandsAlone)         \
  HOOK(visit_ways_on, HasVisitWaysOn)        \
  HOOK(write_planes, HasPlanes)              \
  HOOK(write_side_planes, HasSidePlanes)     \
  HOOK(symmetries, HasSymmetries)            \
  HOOK(spread, HasSpread)                    \
  HOOK(piece_sets, HasPieceSets)

enum class NotationHook : std::uint8_t {
#define SCHIRI_HOOK(name, Provided) name,
  SCHIRI_NOTATION_HOOKS(SCHIRI_HOOK)
#undef SCHIRI_HOOK
};

/// The hooks that a notation offers.
template <NotationHook... hooks>
using NotationHooks = Hooks<hooks...>;

/// `Position set_up(const VariantChoice&, const std::string& position, const std::string& roll)`:
/// the position of a start (see StartSpec). Throws StartError.
///
/// Called for every start of a game. Default: `read_position` of the position's text, otherwise
/// Position(); for games of one variant without settings and rolls.
template <class N>
concept HasSetUp = requires(const VariantChoice& variant, const StartSpec& spec) {
  { N::set_up(variant, spec.position, spec.roll) } -> std::same_as<typename N::Position>;
};

/// `std::string draw_roll(const VariantChoice&, rng)`: a roll of dice for a start.
///
/// Called for starts of tournaments. Default: a start needs no roll.
template <class N>
concept HasDrawRoll = requires(const VariantChoice& variant, Rng& rng) {
  { N::draw_roll(variant, rng) } -> std::same_as<std::string>;
};

/// `const ForeignNotation& foreign_notation()`: another program's notation that is read too.
///
/// Called for reading records and positions. Default: none.
template <class N>
concept HasForeignNotation = requires {
  { N::foreign_notation() } -> std::same_as<const ForeignNotation&>;
};

/// `VariantChoice variant_of(position)`: the variant that is played, with its settings.
///
/// Called by Game::variant. Default: the only variant; a notation of several, or with settings,
/// needs the hook.
template <class N>
concept HasVariantOf = requires(const typename N::Position& position) {
  { N::variant_of(position) } -> std::same_as<VariantChoice>;
};

/// `bool fits(position, turn)`: does the board of this position have all places of the turn? For
/// games with boards of several sizes. Text of a turn that does not fit is a syntax error, and its
/// turn is not passed to the position.
///
/// Called by all readers of turns for a position. Default: every turn fits.
template <class N>
concept HasFits = requires(const typename N::Position& position,
                           const typename N::Position::Turn& turn) {
  { N::fits(position, turn) } -> std::same_as<bool>;
};

/// `Message explain_text(position, std::string_view text)`: the reason why a text is not a turn, as
/// a clause without a full stop: `A1 is a corner, not a square`; empty if it knows none. It may
/// return a std::string, which is not translated.
///
/// Called for messages about invalid text. Default: none.
template <class N>
concept HasExplainText = requires(const typename N::Position& position, std::string_view text) {
  { N::explain_text(position, text) } -> std::convertible_to<Message>;
};

/// `bool stands_alone(turn)`: can text of this turn be a complete turn? For games in which a part
/// of a turn after a comma has the form of a turn.
///
/// Called by the record checker, for which a comma separates two turns only if the second one
/// stands alone. Default: every turn stands alone.
template <class N>
concept HasStandsAlone = requires(const typename N::Position::Turn& turn) {
  { N::stands_alone(turn) } -> std::same_as<bool>;
};

/// `void visit_ways_on(position, std::string_view begun, visitor)`: calls a TurnTextVisitor for
/// legal turns that begin with this text, in any accepted spelling, at least one for each
/// continuation by one part; it may visit other turns as well. For games with too many turns to
/// visit them all.
///
/// Called by Game::turn_parts. Default: all legal turns are visited.
template <class N>
concept HasVisitWaysOn = requires(const typename N::Position& position, std::string_view begun,
                                  const TurnTextVisitor& visitor) {
  { N::visit_ways_on(position, begun, visitor) } -> std::same_as<void>;
};

/// `PlaneForm plane_form` and `void write_side_planes(position, side, PlaneWriter& writer)`: the
/// position as planes of numbers, each begun with `writer.next()`, from a side's point of view: its
/// own pieces first and the board turned.
///
/// Called by TypedGame, for libraries of machine learning, which also see the planes of White as
/// those of the position. Default: write_planes.
template <class N>
concept HasSidePlanes = requires(const typename N::Position& position, PlaneWriter& writer) {
  { N::plane_form } -> std::convertible_to<PlaneForm>;
  { N::write_side_planes(position, Side::white, writer) } -> std::same_as<void>;
};

/// `PlaneForm plane_form` and `void write_planes(position, PlaneWriter& writer)`: the planes of a
/// game without side planes.
///
/// Called by TypedGame. Default: the planes of a game on squares, otherwise no planes.
template <class N>
concept HasPlanes = requires(const typename N::Position& position, PlaneWriter& writer) {
  { N::plane_form } -> std::convertible_to<PlaneForm>;
  { N::write_planes(position, writer) } -> std::same_as<void>;
};

/// `std::vector<PositionSymmetry> symmetries(position)`: the symmetries of games in which this
/// position occurs, of any phase of the game, without the identity.
///
/// Called for searches that also find mirror images. Default: no symmetry.
template <class N>
concept HasSymmetries = requires(const typename N::Position& position) {
  { N::symmetries(position) } -> std::same_as<std::vector<PositionSymmetry>>;
};

/// Does the board of this position have all places of the turn? If not, its text is not a turn
/// there.
template <class N>
bool fits_board(const typename N::Position& position, const typename N::Position::Turn& turn) {
  if constexpr (HasFits<N>) {
    return N::fits(position, turn);
  } else {
    return true;
  }
}

/// `void spread(position, SpreadPosition&)`: the position, place by place.
///
/// Called for each position of games that are searched. Default: `write_position`, read again.
template <class N>
concept HasSpread = requires(const typename N::Position& position, SpreadPosition& spread) {
  { N::spread(position, spread) } -> std::same_as<void>;
};
template <class N>
void spread_position(const typename N::Position& position, SpreadPosition& spread) {
  if constexpr (HasSpread<N>) {
    N::spread(position, spread);
  } else {
    spread.read(N::write_position(position));
  }
}

/// `std::array<Set, size> piece_sets(position)`: for each of `facts.piece_letters` the places where
/// it stands, as sets of up to 128 bits. `std::vector<LetterPlace> letter_places(position)`: where
/// these places are in `spread`, each letter's. All positions of a game have the same places.
///
/// Called for each position of games that are searched. Default: they are searched place by place.
template <class N>
concept HasPieceSets = requires(const typename N::Position& position) {
  { N::piece_sets(position)[0] } -> std::convertible_to<PlaceSet>;
  requires std::tuple_size_v<decltype(N::piece_sets(position))>
  == N::facts.piece_letters.size();
  { N::letter_places(position) } -> std::same_as<std::vector<LetterPlace>>;
};

/// A position of a game as a search sees it.
template <class N>
class TypedSearchedPosition final : public SearchedPosition {
 public:
  using Position = typename N::Position;

  /// The position must live until the next one is seen.
  void see(const Position& position) {
    position_ = &position;
    is_spread_ = false;
    if constexpr (HasPieceSets<N>) {
      const auto sets = N::piece_sets(position);
      for (std::size_t i = 0; i < sets.size(); ++i) sets_[i] = sets[i];
      show(sets_);
    }
  }

  const SpreadPosition& spread() const override {
    if (!is_spread_) spread_position<N>(*position_, spread_);
    is_spread_ = true;
    return spread_;
  }
  std::vector<LetterPlace> letter_places() const override {
    if constexpr (HasPieceSets<N>) return N::letter_places(*position_);
    return {};
  }

 private:
  const Position* position_ = nullptr;
  std::array<PlaceSet, N::facts.piece_letters.size()> sets_{};
  mutable SpreadPosition spread_;
  mutable bool is_spread_ = false;
};

/// Is this hook there, under its name and with its types?
template <class N>
constexpr bool provides_notation_hook(NotationHook hook) {
  switch (hook) {
#define SCHIRI_HOOK(name, Provided) \
  case NotationHook::name:          \
    return Provided<N>;
    SCHIRI_NOTATION_HOOKS(SCHIRI_HOOK)
#undef SCHIRI_HOOK
  }
  return false;
}

/// Is the hook both listed and provided, or neither?
template <class N, NotationHook hook>
concept MatchesNotationHook = lists_hook<N>(hook)
== provides_notation_hook<N>(hook);

/// Are the hooks that the notation lists those that it provides?
template <class N>
concept MatchesNotationHooks = GameNotation<N>
#define SCHIRI_HOOK(name, Provided) &&MatchesNotationHook<N, NotationHook::name>
    SCHIRI_NOTATION_HOOKS(SCHIRI_HOOK)
#undef SCHIRI_HOOK
    ;

}  // namespace schiri
