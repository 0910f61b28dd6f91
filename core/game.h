#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/random.h"

/// core: rules, bots, matches, tournaments and ratings, without text of games, files of records or
/// a database. All other layers use it; it uses the standard library alone. This folder itself has
/// the requirements on a game (here), its optional hooks (hooks.h), and history and perft, which
/// all games share.
///
/// The central concept is a *position* that knows its turns.
///
/// A position is a small regular value; a turn is played on a copy. A *turn* is everything that one
/// player does before the other may act, and it is one value: records, database and protocol use
/// whole turns. No list of turns is required, only four primitives: is this turn legal (and which
/// rule forbids it), draw one at random, count them, visit them until the visitor returns false.
/// How each game does this:
///
/// - Creeper: a turn is a square, a square and a way of moving; at most 64 in a position.
///   Everything is computed from bitboards; a list would be affordable and is not needed.
/// - Springerjagd: a turn has up to three parts (knight, fill, second pawn) in one value of eight
///   bytes. Each part restricts the next, so visiting is three nested loops, counting multiplies if
///   the last part is free, and legality is checked part by part.
/// - More or Less: a turn is the path of one stone, up to 56 bytes. Many paths lead to the same
///   position, and there are positions with over 40 thousand million of them: counting and drawing
///   walk the graph of points hop by hop with memoised sums; visiting streams.
/// - Sperre: a turn is tilt, move and a set of displacements, some 13 bytes, with up to millions of
///   outcomes. Counting is a product of small counts, drawing chooses step by step with those
///   counts as weights, legality checks each step. The roll is part of the start (a chance start is
///   an opening), so a position itself holds no chance.
///
/// What a game may offer beside these primitives, such as the *steps* within a turn for a search
/// that must not see whole turns at once, are hooks: core/hooks.h.
///
/// Equality of positions is the rule books' "same position": whatever makes two positions play
/// differently belongs to it, counters that only inform do not. Repetition needs history, which is
/// kept outside the position (core/history.h) in one class for all games.
namespace schiri {

/// White is the first player in every game.
enum class Side : std::uint8_t { white, black };

constexpr Side opponent(Side side) { return side == Side::white ? Side::black : Side::white; }

enum class Outcome : std::uint8_t { white_wins, black_wins, draw };

constexpr Outcome win_for(Side side) {
  return side == Side::white ? Outcome::white_wins : Outcome::black_wins;
}

/// The half points of a side: 2 for a win, 1 for a draw.
constexpr int half_points(Outcome outcome, Side side) {
  if (outcome == Outcome::draw) return 1;
  return outcome == win_for(side) ? 2 : 0;
}

/// How the rules ended a game. `reason` is one word of the game's own rules ("chain"), static text.
struct Ending {
  Outcome outcome;
  std::string_view reason;

  friend bool operator==(const Ending&, const Ending&) = default;
};

/// The reason of the one ending that all games share.
inline constexpr std::string_view repetition_reason = "repetition";

/// The setting of a game for the third occurrence of a position.
enum class Repetition : std::uint8_t {
  draw,   ///< ends the game in a draw
  off,    ///< has no effect
  claim,  ///< lets a player end the game in a draw; the rules do not end it
};

/// Does nothing when called and stops no visit; used to state the concept below.
struct AcceptAnyTurn {
  bool operator()(const auto&) const { return true; }
};

/// The requirements of bots, matches, record checker and perft on a game.
///
/// - `side_to_move()`.
/// - `ending()`: how the rules end the game here, history aside; nothing while it goes on. Defined
///   for every position that can be set up, with the side not to move as the last mover.
/// - `ending_after(turn)`: the result of `ending()` for a position that this turn has led to; may
/// be
///   quicker, because it can skip everything that the turn cannot have changed.
/// - `violation(turn)`: the rule that forbids the turn, as the game's own enumeration; nothing if
///   the turn is legal. Any value of Turn may be passed. Ignores whether the game is over, so call
///   `ending()` first.
/// - `is_legal(turn)`: whether `violation(turn)` is nothing.
/// - `play(turn)`: the turn must be legal.
/// - `is_irreversible(turn)`: true only if no position before this (legal) turn can come again.
/// - `count_turns()`: how many turns are legal; 0 if and only if the game is over.
/// - `random_turn(rng)`: one legal turn, each equally likely; the game must not be over.
/// - `visit_turns(visitor)`: calls `bool visitor(Turn)` for each legal turn once, in an order that
///   depends on the position alone, until it returns false; returns whether all were visited.
/// - `hash()`: equal for equal positions, well mixed in all 64 bits.
template <class P>
concept GamePosition = std::regular<P> && std::regular<typename P::Turn> &&
    requires(const P& position, P& changed, const typename P::Turn& turn, Rng& rng) {
  { position.side_to_move() } -> std::same_as<Side>;
  { position.ending() } -> std::same_as<std::optional<Ending>>;
  { position.ending_after(turn) } -> std::same_as<std::optional<Ending>>;
  { position.violation(turn) } -> std::same_as<std::optional<typename P::Violation>>;
  { position.is_legal(turn) } -> std::same_as<bool>;
  { position.is_irreversible(turn) } -> std::same_as<bool>;
  { position.count_turns() } -> std::same_as<std::uint64_t>;
  { position.random_turn(rng) } -> std::same_as<typename P::Turn>;
  { position.visit_turns(AcceptAnyTurn{}) } -> std::same_as<bool>;
  { position.hash() } -> std::same_as<std::uint64_t>;
  { changed.play(turn) } -> std::same_as<void>;
};

}  // namespace schiri
