#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "core/game.h"
#include "core/games/sperre/board.h"
#include "core/games/sperre/displacements.h"
#include "core/games/sperre/turn.h"
#include "core/hooks.h"

/// The rules of Sperre: variants, violations, and the position with its turns. The other headers of
/// this folder add hooks for bots.
namespace schiri::sperre {

enum class Order : std::uint8_t {
  tilt_first,
  move_first,  ///< move and displace under the dice as they lie, then tilt
};

/// Whether the numbers on top of the dice lock columns, rows or both.
enum class Lock : std::uint8_t { columns, rows, both };

/// What a stone displaced onto its own goal does.
enum class OwnGoal : std::uint8_t {
  wins,
  nothing,  ///< only the end of one's own move on the goal wins
};

/// The roll that a game begins with.
enum class Roll : std::uint8_t {
  any,
  distinct,  ///< three different numbers
};

/// The settings of a game. The first two make the six variants.
struct Variant {
  Order order = Order::tilt_first;
  Lock lock = Lock::columns;
  Repetition repetition = Repetition::draw;
  OwnGoal own_goal = OwnGoal::wins;
  Roll roll = Roll::any;

  friend bool operator==(const Variant&, const Variant&) = default;
};

/// The rules that a turn can break.
enum class Violation : std::uint8_t {
  surplus_part,    ///< a part occurs twice, or displacements follow a pass
  missing_move,    ///< neither a move nor a pass
  misplaced_tilt,  ///< the tilt precedes the move although the variant has it after, or the reverse
  missing_tilt,    ///< no tilt, though the move did not win before it
  opponents_die,   ///< the die was tilted by the opponent in the turn before
  no_such_face,    ///< the die does not have the number
  face_on_top,     ///< the number is on top already
  face_opposite,   ///< the number is opposite the top, two tilts away
  stone_can_move,  ///< a pass, though some stone can move (after some tilt, if that is first)
  no_stone_there,  ///< the square that the move starts from is empty
  opponents_stone,         ///< the stone there is not the mover's
  stone_locked,            ///< the stone is in a locked column or row
  move_to_same_square,     ///< the move ends where it began
  target_occupied,         ///< the move ends on a stone
  too_far,                 ///< more than two king's steps
  way_blocked,             ///< two steps, and every square between is occupied
  displacement_after_win,  ///< displacements after a winning move
  tilt_after_win,          ///< a tilt after a winning move
  displaced_nothing,       ///< the square of the stone to be displaced is empty
  displaced_own,           ///< the stone to be displaced is the mover's
  displaced_far,           ///< the stone is not an orthogonal neighbour of the end of the move
  displaced_twice,         ///< the stone was displaced in this turn already
  displaced_onto_stone,    ///< the stone is displaced to a square that is not free
  displaced_too_many,      ///< more displacements than there can be neighbours
};

/// The one ending that Sperre adds to repetition.
inline constexpr std::string_view goal_reason = "goal";

/// Stones, dice and the settings of the variant. The roll that a game begins with is part of
/// its first position.
class Position {
 public:
  using Turn = sperre::Turn;
  using Violation = sperre::Violation;
  /// See core/hooks.h.
  using Hooks = schiri::Hooks<Hook::visit_candidates, Hook::selected_turns, Hook::turn_width,
                              Hook::can_win_at_once, Hook::has_no_defence, Hook::features_of,
                              Hook::repetition>;

  /// The start of the standard game after a roll of every die's lowest number.
  constexpr Position() = default;

  /// The start of a game after a roll.
  constexpr Position(const Tops& roll, Variant variant) : variant_(variant), tops_(roll) {}

  /// Any position with nine stones each on different squares and valid numbers on the dice. With
  /// OwnGoal::nothing no stone on its own goal counts as moved there.
  constexpr Position(std::array<Bits, 2> stones, Side side, const Tops& tops, Die last_tilted,
                     Variant variant)
      : stones_(stones), side_(side), variant_(variant), last_(last_tilted), tops_(tops) {}

  constexpr Side side_to_move() const { return side_; }
  constexpr Bits stones(Side side) const { return stones_[index(side)]; }
  constexpr Bits empty() const { return board & ~(stones_[0] | stones_[1]); }
  constexpr const Tops& tops() const { return tops_; }
  /// The die that the opponent tilted last turn, which must not be tilted; none at the start.
  constexpr Die last_tilted() const { return last_; }
  constexpr Variant variant() const { return variant_; }
  constexpr Repetition repetition() const { return variant_.repetition; }

  /// A stone on its owner's goal wins, whichever side moved it there, unless the variant counts the
  /// owner's moves alone.
  std::optional<Ending> ending() const {
    if (variant_.own_goal == OwnGoal::nothing) {
      if (!moved_to_goal_) return std::nullopt;
      return Ending{win_for(opponent(side_)), goal_reason};
    }
    for (const Side side : {opponent(side_), side_}) {
      if (stones(side) & bit(goal_of(side))) return Ending{win_for(side), goal_reason};
    }
    return std::nullopt;
  }
  std::optional<Ending> ending_after(const Turn&) const { return ending(); }

  bool is_legal(const Turn& turn) const { return !violation(turn); }
  std::optional<Violation> violation(const Turn& turn) const;

  /// Stones can return anywhere; only the start, in which no die has been tilted, cannot occur
  /// again.
  bool is_irreversible(const Turn&) const { return last_ == Die::none; }

  void play(const Turn& turn);

  /// A product of counts for each move, without generating turns: a stone's move to a square with n
  /// enemy stones beside it has as many outcomes as there are placements of n stones on the 63 free
  /// squares and the n they leave (see ways_to_displace).
  std::uint64_t count_turns() const;

  /// Draws stone, tilt, target and displacements in order, each weighted by its number of
  /// continuations, so that every turn is equally likely.
  Turn random_turn(Rng& rng) const;

  /// There can be millions of turns.
  template <class Visitor>
  bool visit_turns(Visitor&& visitor) const {
    return visit(AllDisplacements{}, visitor);
  }

  /// Calls `bool visitor(Turn)` for the turns that a bot considers, like visit_turns: all
  /// tilts and moves, but stones are displaced only to the squares farthest from their goal, so
  /// that a move has at most sixteen outcomes. No two turns lead to the same position.
  template <class Visitor>
  bool visit_candidates(Visitor&& visitor) const {
    return visit(FarDisplacements{opponent(side_)}, visitor);
  }

  std::uint64_t hash() const;

  /// The squares whose stones must not move under these tops.
  Bits locked(const Tops& tops) const;
  /// Do the dice permit a move of this stone of the side to move (after some tilt, if the tilt
  /// comes first)?
  bool is_free_to_move(Place stone) const;
  /// Has the side to move such a stone with an empty square beside it?
  bool can_move() const;
  /// The number of a turn's displacements, from the first on, that are legal; the move must be
  /// legal.
  std::size_t count_legal_displacements(const Turn& turn) const;

  friend bool operator==(const Position&, const Position&) = default;

 private:
  class Tilting;
  class Choices;

  constexpr bool tilt_comes_first() const { return variant_.order == Order::tilt_first; }
  constexpr Bits own() const { return stones(side_); }
  constexpr Bits enemy() const { return stones(opponent(side_)); }
  constexpr Place goal() const { return goal_of(side_); }

  Tops tops_after(Die die, std::uint8_t face) const {
    Tops tops = tops_;
    tops[index(die)] = face;
    return tops;
  }

  std::optional<Violation> violation_of_tilt(const Turn& turn) const;
  std::optional<Violation> violation_of_motion(const Turn& turn, const Tops& tops) const;
  std::optional<Violation> violation_of_move(const Turn& turn, const Tops& tops) const;
  std::optional<Violation> violation_of_displacements(const Turn& turn) const;

  void draw_displacements(Turn& turn, Rng& rng) const;

  template <class Displacements, class Visitor>
  bool visit(const Displacements& displacements, Visitor& visitor) const {
    if (ending()) return true;
    Turn turn;
    if (!can_move()) {
      turn.motion = Motion::pass;
      return visit_tilts(turn, visitor);
    }
    if (!tilt_comes_first()) {
      return visit_moves(turn, tops_, displacements, [&](const Turn& moved) {
        return moved.to == goal() ? visitor(moved) : visit_tilts(moved, visitor);
      });
    }
    return visit_tilts(turn, [&](const Turn& tilted) {
      return visit_moves(tilted, tops_after(tilted.die, tilted.face), displacements, visitor);
    });
  }

  /// Visits the turn with each possible tilt.
  template <class Visitor>
  bool visit_tilts(Turn turn, Visitor&& visitor) const {
    turn.tilts_last = !tilt_comes_first();
    for (const Die die : dice) {
      if (die == last_) continue;
      turn.die = die;
      for (turn.face = 1; turn.face <= size; ++turn.face) {
        if (!contains(next_faces[index(die)][tops_[index(die)]], turn.face)) continue;
        if (!visitor(turn)) return false;
      }
    }
    return true;
  }

  /// Visits the turn with each move that is possible under these tops, and its displacements.
  template <class Displacements, class Visitor>
  bool visit_moves(Turn turn, const Tops& tops, const Displacements& displacements,
                   Visitor&& visitor) const {
    turn.motion = Motion::move;
    for (const Place from : places(own() & ~locked(tops))) {
      turn.from = from;
      if (!visit_targets(turn, displacements, visitor)) return false;
    }
    return true;
  }

  /// Visits the turn with each target of a stone, and its displacements.
  template <class Displacements, class Visitor>
  bool visit_targets(Turn turn, const Displacements& displacements, Visitor&& visitor) const {
    for (const Place to : places(reach(turn.from, empty()))) {
      turn.to = to;
      const Bits sources = turn.to == goal() ? 0 : orthogonal_neighbours(bit(turn.to)) & enemy();
      const Bits free = (empty() | bit(turn.from)) & ~bit(turn.to);
      if (!displacements(turn, sources, free, visitor)) return false;
    }
    return true;
  }

  std::array<Bits, 2> stones_ = {squares_of_row(1), squares_of_row(9)};
  Side side_ = Side::white;
  Variant variant_{};
  Die last_ = Die::none;
  bool moved_to_goal_ = false;  // by the last turn; set with OwnGoal::nothing only
  Tops tops_ = {1, 1, 2};
};

static_assert(GamePosition<Position>);

}  // namespace schiri::sperre
