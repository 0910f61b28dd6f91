#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/base/bitboard.h"
#include "core/game.h"
#include "core/hooks.h"

/// Springerjagd (S. Grottel, 2011): two knights a side hunt each other; each square that a knight
/// leaves is filled by a pawn, and usually a second pawn moves. A side that loses both knights, or
/// cannot move one, has lost. The rules are here, the hooks for bots in other headers (included by
/// hooks.h), the notation in notation/games/springerjagd. Uses core/base and core/bots.
namespace schiri::springerjagd {

/// Columns and rows 0-5 are a-f and 1-6; see core/base/bitboard.h for the numbering. Two columns
/// stay free, so that a knight's step cannot wrap.
inline constexpr Bits squares = 0x00003f3f3f3f3f3fu;

inline constexpr int knights_per_side = 2;
inline constexpr int pawns_per_side = 8;

/// The squares of the board a knight's step away from these.
constexpr Bits knight_steps(Bits from) {
  const Bits one = from << 1 | from >> 1, two = from << 2 | from >> 2;
  return (one << 16 | one >> 16 | two << 8 | two >> 8) & squares;
}

/// The pairs of pawns that a knight may change places with.
enum class Swap : std::uint8_t {
  own,
  any,  ///< an enemy pair too; one of its pawns goes to the reserve
};

/// The settings of a game.
struct Variant {
  Repetition repetition = Repetition::draw;
  Swap swap = Swap::own;

  friend bool operator==(const Variant&, const Variant&) = default;
};

/// The knight's part: a move to an empty square, a capture, or a swap with two pawns.
enum class Kind : std::uint8_t { move, capture, swap };

/// A turn as written; the position decides whether it is legal. All places are squares of the
/// board, or one of the two values below.
struct Turn {
  /// In place of `fill`: the pawn comes from the reserve.
  static constexpr Place reserve = 0xfe;
  /// In place of `fill`, or of both `second_from` and `second_to`: the turn has no such part.
  static constexpr Place none = 0xff;

  Kind kind = Kind::move;
  Place from = 0;
  Place to = 0;
  Place fill = none;         ///< the square of the pawn that fills the square left by the knight
  Place second_from = none;  ///< the second pawn
  Place second_to = none;

  friend bool operator==(const Turn&, const Turn&) = default;
};

/// The rules that a turn can break, in the order in which they are tested.
enum class Violation : std::uint8_t {
  no_knight_there,       ///< the turn starts on a square without a knight
  opponents_knight,      ///< the knight there is not the mover's
  no_pair_there,         ///< `~`, but not with two pawns that may be swapped
  pawn_after_swap,       ///< a swap is the whole turn
  own_piece_there,       ///< the knight would end on a piece of the mover
  not_a_knights_move,    ///< neither a knight's move nor an attack on a neighbour
  pair_there,            ///< the knight would end on two pawns of the opponent
  capture_not_written,   ///< `-` onto a piece of the opponent
  nothing_captured,      ///< `x` onto an empty square
  neighbour_no_knight,   ///< only a knight can be captured by its neighbour
  neighbour_protected,   ///< the neighbour moved in the turn before
  pawn_after_end,        ///< capturing the last knight is the whole turn
  fill_missing,          ///< no pawn fills the square that the knight left
  reserve_empty,         ///< the fill comes from a reserve without pawns
  reserve_first,         ///< the fill comes from the board although there is a reserve
  no_pawn_to_fill,       ///< the fill comes from a square without a pawn of the mover
  pair_first,            ///< the fill is a single pawn although there are pairs
  second_after_capture,  ///< no second pawn moves after the capture of a pawn
  no_other_pawn,         ///< a second pawn is moved, but the board has no other
  second_missing,        ///< a second pawn has to move
  second_is_fill,        ///< the second pawn is the one that has just filled the square
  no_second_pawn,        ///< the second pawn starts on a square without a pawn of the mover
  second_stays,          ///< the second pawn ends where it started
  second_blocked,        ///< the second pawn's target is neither empty nor one pawn of the mover
};

/// The endings, in the order in which they are tested.
inline constexpr std::string_view knights_reason = "knights";
inline constexpr std::string_view blocked_reason = "blocked";

/// One side's pieces on the board, each set disjoint from the others.
struct SidePieces {
  Bits knights;
  Bits singles;  ///< squares with one pawn
  Bits pairs;    ///< squares with two

  constexpr Bits pawns() const { return singles | pairs; }
  constexpr Bits all() const { return knights | singles | pairs; }
  /// The number of pawns off the board.
  int reserve() const { return pawns_per_side - std::popcount(singles) - 2 * std::popcount(pairs); }

  /// A pawn leaves a square that has one; a pair becomes a single pawn.
  constexpr void take_pawn(Bits at) {
    pairs &= ~at;
    singles ^= at;
  }
  /// A pawn enters a square without a pair; a single pawn becomes a pair.
  constexpr void put_pawn(Bits at) {
    pairs |= singles & at;
    singles ^= at;
  }

  friend bool operator==(const SidePieces&, const SidePieces&) = default;
};

class Position {
 public:
  using Turn = springerjagd::Turn;
  using Violation = springerjagd::Violation;
  /// See core/hooks.h.
  using Hooks = schiri::Hooks<Hook::visit_candidates, Hook::visit_captures, Hook::visit_steps,
                              Hook::selected_turns, Hook::turn_width, Hook::can_win_at_once,
                              Hook::has_no_defence, Hook::evaluation_scale, Hook::features_of,
                              Hook::built_in_networks, Hook::repetition>;

  /// The start of the standard game.
  constexpr Position() = default;

  /// The start of a game.
  explicit constexpr Position(Variant variant) : settings_(packed(variant)) {}

  /// Any position with at most two knights and eight pawns a side, no two pieces on one square
  /// except pairs, and at least one knight of the side that is not to move. `protected_knight`: the
  /// square of that side's knight that moved in the turn before, as a set; empty if there is none.
  constexpr Position(std::array<SidePieces, 2> armies, Side side, Bits protected_knight,
                     Variant variant = {})
      : armies_(armies), protected_(protected_knight), side_(side), settings_(packed(variant)) {}

  constexpr Side side_to_move() const { return side_; }
  constexpr const SidePieces& army(Side side) const { return armies_[static_cast<unsigned>(side)]; }
  constexpr Bits protected_knight() const { return protected_; }
  constexpr Variant variant() const {
    return {static_cast<Repetition>(settings_ >> 1), static_cast<Swap>(settings_ & 1)};
  }
  constexpr Repetition repetition() const { return variant().repetition; }
  /// The pairs that knights of this side may change places with.
  constexpr Bits swappable(Side side) const {
    const Bits enemies = Bits{0} - (settings_ & 1u);
    return army(side).pairs | (army(opponent(side)).pairs & enemies);
  }
  constexpr Bits empty() const { return squares & ~(armies_[0].all() | armies_[1].all()); }

  std::optional<Ending> ending() const {
    if (!own().knights) return Ending{win_for(opponent(side_)), knights_reason};
    if (!can_move()) return Ending{win_for(opponent(side_)), blocked_reason};
    return std::nullopt;
  }
  std::optional<Ending> ending_after(const Turn&) const { return ending(); }

  std::optional<Violation> violation(const Turn& turn) const;
  bool is_legal(const Turn& turn) const { return !violation(turn); }

  /// Pawns come back from the reserve, knights do not.
  bool is_irreversible(const Turn& turn) const {
    return turn.kind == Kind::capture && (enemy().knights & bit(turn.to));
  }

  void play(const Turn& turn);

  std::uint64_t count_turns() const { return count().total; }
  Turn random_turn(Rng& rng) const;

  template <class Visitor>
  bool visit_turns(Visitor&& visitor) const {
    return visit<false>(visitor);
  }

  /// Like visit_turns, but visits only one turn to each position: swapping the roles of fill and
  /// second pawn may lead to the same position.
  template <class Visitor>
  bool visit_candidates(Visitor&& visitor) const {
    return visit<true>(visitor);
  }

  /// Calls `bool visitor(Turn, bool complete)` for each way to go on by one part from a turn that
  /// has no part yet (Turn{}) or is not complete.
  template <class Visitor>
  bool visit_steps(const Turn& so_far, Visitor&& visitor) const {
    if (so_far.from == so_far.to) {
      return visit_knights([&](const Turn& turn, Aim aim) {
        return visitor(turn, aim == at_pair || captures_last_knight(bit(turn.to)));
      });
    }
    Turn turn = so_far;
    if (so_far.fill == Turn::none) {
      const bool is_last = so_far.kind == Kind::capture && (enemy().singles & bit(so_far.to));
      return visit_fills(turn, [&] {
        const bool is_only = !(after_fill(turn).pawns() & ~bit(turn.from));
        return visitor(std::as_const(turn), is_last || is_only);
      });
    }
    if (turn.second_from == Turn::none) {
      const Bits pawns = after_fill(turn).pawns();
      for (const Place from : places(pawns & ~bit(turn.from))) {
        turn.second_from = from;
        if (!visitor(std::as_const(turn), false)) return false;
      }
      return true;
    }
    for (const Place to : places(second_targets(so_far))) {
      turn.second_to = to;
      if (!visitor(std::as_const(turn), true)) return false;
    }
    return true;
  }

  /// The squares to which the second pawn of such a turn may go, if only this part is missing.
  Bits second_targets(const Turn& so_far) const {
    return second_targets(so_far, after_fill(so_far)) & ~bit(so_far.second_from);
  }

  /// Like visit_turns, but each capture of a knight only once, with one choice of the pawns' moves.
  template <class Visitor>
  bool visit_captures(Visitor&& visitor) const {
    return visit_knights([&](Turn turn, Aim aim) {
      if (aim != at_knight) return true;
      bool go_on = true;
      const auto first_only = [&](const Turn& whole) {
        go_on = visitor(whole);
        return false;
      };
      visit_pawns<true>(turn, aim, first_only);
      return go_on;
    });
  }

  std::uint64_t hash() const;

  friend bool operator==(const Position&, const Position&) = default;

 private:
  /// The content of a knight's target, which decides how the turn continues.
  enum Aim : std::size_t { at_empty, at_pawn, at_knight, at_pair };
  static constexpr std::size_t aims = 4;
  static constexpr std::array<Kind, aims> kinds = {Kind::move, Kind::capture, Kind::capture,
                                                   Kind::swap};

  using Targets = std::array<Bits, aims>;

  /// The number of turns. The continuations after the knight's part depend on the target's content
  /// alone, so that the counts multiply.
  struct Count {
    std::array<std::uint64_t, aims> steps;  ///< knight's parts
    std::array<std::uint64_t, aims> ways;   ///< continuations after each of them
    std::uint64_t fills;
    std::uint64_t total;
  };

  static constexpr std::uint8_t packed(Variant variant) {
    return static_cast<std::uint8_t>(static_cast<unsigned>(variant.repetition) << 1 |
                                     static_cast<unsigned>(variant.swap));
  }

  constexpr const SidePieces& own() const { return armies_[static_cast<unsigned>(side_)]; }
  constexpr const SidePieces& enemy() const {
    return armies_[static_cast<unsigned>(opponent(side_))];
  }

  bool captures_last_knight(Bits at) const { return enemy().knights == at; }

  bool can_move() const {
    const Bits free = ~(own().all() | enemy().pairs);
    const Bits attackable = orthogonal_neighbours(own().knights) & enemy().knights & ~protected_;
    return ((knight_steps(own().knights) & free) | attackable | swappable(side_)) != 0;
  }

  /// The squares from which the fill may come; empty if it comes from the reserve.
  Bits fill_sources() const {
    if (own().reserve() > 0) return 0;
    return own().pairs ? own().pairs : own().singles;
  }

  /// The mover's pawns after the knight's part and the fill.
  SidePieces after_fill(const Turn& turn) const {
    SidePieces army = own();
    if (turn.fill != Turn::reserve) army.take_pawn(bit(turn.fill));
    army.put_pawn(bit(turn.from));
    return army;
  }

  /// The targets of a second pawn after the fill, including its own square if that has only one.
  Bits second_targets(const Turn& turn, const SidePieces& filled) const {
    const Bits others = own().knights | filled.pawns() | enemy().all() | bit(turn.to);
    return filled.singles | (squares & ~others);
  }

  std::optional<Violation> violation_of_swap(const Turn& turn) const;
  std::optional<Violation> violation_of_knight(const Turn& turn) const;
  std::optional<Violation> violation_of_fill(const Turn& turn) const;
  std::optional<Violation> violation_of_second(const Turn& turn) const;

  Targets targets_of(Place from) const {
    const Bits near = knight_steps(bit(from));
    const Bits attackable = orthogonal_neighbours(bit(from)) & ~protected_;
    return {near & empty(), near & enemy().singles, (near | attackable) & enemy().knights,
            swappable(side_)};
  }

  Count count() const;
  Turn nth_step(Aim aim, std::uint64_t n) const;
  void add_nth_second(Turn& turn, std::uint64_t n) const;

  template <bool once, class Visitor>
  bool visit(Visitor& visitor) const {
    return visit_knights([&](Turn turn, Aim aim) { return visit_pawns<once>(turn, aim, visitor); });
  }

  /// Visits the knight's parts, each with the content of its target.
  template <class Visitor>
  bool visit_knights(const Visitor& visitor) const {
    for (const Place from : places(own().knights)) {
      const Targets targets = targets_of(from);
      for (const Aim aim : {at_empty, at_pawn, at_knight, at_pair}) {
        for (const Place to : places(targets[aim])) {
          const Turn turn{kinds[aim], from, to};
          if (!visitor(turn, aim)) return false;
        }
      }
    }
    return true;
  }

  /// Visits the turns that begin with a knight's part.
  template <bool once, class Visitor>
  bool visit_pawns(Turn& turn, Aim aim, Visitor& visitor) const {
    if (aim == at_pair || captures_last_knight(bit(turn.to))) return visitor(std::as_const(turn));
    return visit_fills(turn, [&] {
      return aim == at_pawn ? visitor(std::as_const(turn)) : visit_seconds<once>(turn, visitor);
    });
  }

  template <class Rest>
  bool visit_fills(Turn& turn, const Rest& rest) const {
    Bits sources = fill_sources();
    if (!sources) {
      turn.fill = Turn::reserve;
      return rest();
    }
    for (const Place fill : places(sources)) {
      turn.fill = fill;
      if (!rest()) return false;
    }
    return true;
  }

  template <bool once, class Visitor>
  bool visit_seconds(Turn turn, const Visitor& visitor) const {
    const SidePieces filled = after_fill(turn);
    const Bits all_targets = second_targets(turn, filled);
    Bits origins = filled.pawns() & ~bit(turn.from);
    if (!origins) return visitor(std::as_const(turn));
    for (const Place from : places(origins)) {
      turn.second_from = from;
      Bits targets = all_targets & ~bit(turn.second_from);
      if constexpr (once) targets &= first_time(turn);
      for (const Place to : places(targets)) {
        turn.second_to = to;
        if (!visitor(std::as_const(turn))) return false;
      }
    }
    return true;
  }

  /// The second pawn's targets that lead to a position which no turn earlier in the order leads to.
  /// Two pawns x and y leave their squares; it makes no difference which of them fills, unless the
  /// other goes to the square that the first has left: then the choice of x makes none.
  Bits first_time(const Turn& turn) const {
    const Bits sources = fill_sources();
    if (turn.fill == Turn::reserve) return squares;
    const Bits second = bit(turn.second_from), fill = bit(turn.fill);
    const Bits others = sources & ~second;
    const Bits refilled = fill & (others & (~others + 1));
    return (sources & second & (fill - 1)) ? refilled : refilled | (squares & ~fill);
  }

  // White N b1 e1, P a2-f2 c1 d1; Black N b6 e6, P a5-f5 c6 d6.
  std::array<SidePieces, 2> armies_ = {
      SidePieces{bit(place(1, 0)) | bit(place(4, 0)),
                 Bits{0x3f} << 8 | bit(place(2, 0)) | bit(place(3, 0)), 0},
      SidePieces{bit(place(1, 5)) | bit(place(4, 5)),
                 Bits{0x3f} << 32 | bit(place(2, 5)) | bit(place(3, 5)), 0}};
  Bits protected_ = 0;
  Side side_ = Side::white;
  std::uint8_t settings_ = 0;  // the variant in one byte, which is copied and hashed faster
};

static_assert(GamePosition<Position>);

}  // namespace schiri::springerjagd
