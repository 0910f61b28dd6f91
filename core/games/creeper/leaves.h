#pragma once

#include <array>
#include <cstdint>

#include "core/games/creeper/bit_planes.h"
#include "core/games/creeper/position.h"

/// Counts Creeper's turns several plies at a time, from sets of squares alone.
///
/// A turn moves one pawn from a to b. The opponent's turns afterwards differ little from those
/// before: the opponent may now enter a and no longer b, can no longer capture the pawn on a but
/// perhaps the one on b, and land on a after captures. Each of these changes belongs to a or to b
/// alone, and leaving a reverses the effect of entering it. So each square x has one weight
///
///     w(x) = opponent's pawns next to x diagonally
///          + lines with his pawn next to x and the other neighbour of x not free
///          + lines with the opponent two away and our pawn between (a capture into x)
///
/// and after the jump or shunt a-b the opponent has w(a) - w(b) more turns than before. Only shunts
/// along a line with an opponent's pawn need a correction: if it could capture over a into b, one
/// capture was subtracted twice, and if it will capture over b into a, one was missed.
///
/// Summed over all jumps and shunts, w(a) counts once for each free neighbour of a and w(b) once
/// for each of our pawns next to b: two sums of products of small numbers, for which popcounts of
/// bit planes serve all squares at once. Captures and jumps that end the game are few and are
/// counted one by one.
///
/// As in bit_planes.h, code is compiled for the instruction set of its caller.

namespace schiri::creeper::leaves {

/// The pawns from the point of view of the side to move.
struct Pawns {
  Bits own, enemy;

  SCHIRI_INLINE Bits free() const { return squares & ~(own | enemy); }
};

/// The places x whose weight counts a line from the enemy in steps of `by`.
template <int by>
SCHIRI_INLINE Bits weighing_line(const Pawns& pawns, Bits free) {
  const Bits next_to_enemy = shift<by>(pawns.enemy);
  return (next_to_enemy & ~shift<-by>(free)) | shift<by>(next_to_enemy & pawns.own);
}

/// w(x), see above; valid for own pawns and free squares.
SCHIRI_INLINE FourPlanes weights(const Pawns& pawns, Bits free) {
  const TwoPlanes three = add(weighing_line<1>(pawns, free), weighing_line<-1>(pawns, free),
                              weighing_line<8>(pawns, free));
  const TwoPlanes ones = add(three.ones, weighing_line<-8>(pawns, free));
  const TwoPlanes twos = add(three.twos, ones.twos);
  const FourPlanes diagonal = count_diagonal(pawns.enemy);
  const TwoPlanes low = add(ones.ones, diagonal.ones);
  const TwoPlanes middle = add(twos.ones, diagonal.twos, low.twos);
  const TwoPlanes high = add(twos.twos, diagonal.fours, middle.twos);
  return {low.ones, middle.ones, high.ones, high.twos};
}

/// The enemy's pawns that can be captured in the direction `by`.
template <int by>
SCHIRI_INLINE Bits capturable(const Pawns& pawns, Bits free) {
  return shift<by>(pawns.own) & pawns.enemy & shift<-by>(free);
}

/// Free neighbours of our pawns into which an enemy pawn on the same line could capture.
template <int by>
SCHIRI_INLINE Bits facing(const Pawns& pawns, Bits free) {
  return shift<by>(pawns.own) & free & shift<-by>(pawns.enemy);
}

template <class Count>
SCHIRI_INLINE int count_captures(const Pawns& pawns, Bits free) {
  return Count::of(capturable<1>(pawns, free)) + Count::of(capturable<-1>(pawns, free)) +
         Count::of(capturable<8>(pawns, free)) + Count::of(capturable<-8>(pawns, free));
}

/// The turns of the side to move. The game must not be over.
template <class Count>
SCHIRI_INLINE int one_ply(const Pawns& pawns) {
  const Bits free = pawns.free();
  return sum<Count>(count_around(free), pawns.own) + count_captures<Count>(pawns, free);
}

/// The opponent's turns after all of our jumps and shunts, as if no jump ended the game.
template <class Count>
SCHIRI_INLINE int two_plies_without_captures(const Pawns& pawns, Bits free) {
  const FourPlanes free_around = count_around(free), own_around = count_around(pawns.own);
  const int turns = sum<Count>(free_around, pawns.own);
  const int captures = count_captures<Count>({pawns.enemy, pawns.own}, free);
  const int replies = sum<Count>(free_around, pawns.enemy) + captures;
  const int facing_shunts = Count::of(facing<1>(pawns, free)) + Count::of(facing<-1>(pawns, free)) +
                            Count::of(facing<8>(pawns, free)) + Count::of(facing<-8>(pawns, free));

  const FourPlanes moves = select(free_around, pawns.own, own_around, free);
  // With 15 - w(b) for -w(b) on free squares, one sum of positive numbers suffices; it is too large
  // by 15 for each turn.
  const FourPlanes w = weights(pawns, free);
  const int weighted = sum_of_products<Count>(
      moves, {w.ones ^ free, w.twos ^ free, w.fours ^ free, w.eights ^ free});
  return turns * (replies - 15) + weighted + captures + facing_shunts;
}

/// The opponent's turns after all of our captures in one direction.
template <class Count, int by>
SCHIRI_INLINE int two_plies_by_capture(const Pawns& pawns, Bits free) {
  int leaves = 0;
  for (Bits left = capturable<by>(pawns, free); left; left &= left - 1) {
    const Bits captured = left & -left;
    leaves += one_ply<Count>(
        {pawns.enemy ^ captured, pawns.own ^ shift<-by>(captured) ^ shift<by>(captured)});
  }
  return leaves;
}

/// The opponent's turns after those of our jumps in one direction that claim one of some octagons.
/// `low`: the number of the start square minus that of the jumped octagon.
template <class Count, int by, int low>
SCHIRI_INLINE int two_plies_by_jump(const Pawns& pawns, Bits free, Bits claimed) {
  int leaves = 0;
  for (Bits left = pawns.own & claimed << low & shift<-by>(free); left; left &= left - 1) {
    const Bits from = left & -left;
    leaves += one_ply<Count>({pawns.enemy, pawns.own ^ from ^ shift<by>(from)});
  }
  return leaves;
}

/// The sequences of two turns. The game must not be over. `winning`: the octagons that end the game
/// if the side to move claims one.
template <class Count>
SCHIRI_INLINE int two_plies(const Pawns& pawns, Bits winning) {
  const Bits free = pawns.free();
  int leaves =
      two_plies_without_captures<Count>(pawns, free) + two_plies_by_capture<Count, 1>(pawns, free) +
      two_plies_by_capture<Count, -1>(pawns, free) + two_plies_by_capture<Count, 8>(pawns, free) +
      two_plies_by_capture<Count, -8>(pawns, free);
  if (winning) {
    leaves -= two_plies_by_jump<Count, 9, 0>(pawns, free, winning) +
              two_plies_by_jump<Count, 7, 1>(pawns, free, winning) +
              two_plies_by_jump<Count, -7, 8>(pawns, free, winning) +
              two_plies_by_jump<Count, -9, 9>(pawns, free, winning);
  }
  return leaves;
}

SCHIRI_INLINE Bits orthogonal(Bits b) { return b << 1 | b >> 1 | b << 8 | b >> 8; }

/// The octagons connected to one base.
SCHIRI_INLINE Bits chained_to(Bits base, Bits discs) {
  Bits reached = base;
  for (Bits before = 0; before != reached;) {
    before = reached;
    reached |= orthogonal(reached) & discs;
  }
  return reached;
}

/// The octagons that would complete a chain of these discs between the bases `home`, which do not
/// form one yet.
template <class Count>
SCHIRI_INLINE Bits winning_octagons(Bits discs, Bits home) {
  if (Count::of(discs) < shortest_chain - 1) return 0;
  const Bits low = home & -home;
  const Bits from_low = orthogonal(chained_to(low, discs));
  const Bits from_high = orthogonal(chained_to(home ^ low, discs));
  return from_low & from_high & octagons & ~discs & ~all_bases;
}

/// The sequences of two turns. The game must not be over and no chain be finished.
template <class Count>
SCHIRI_INLINE std::uint64_t two_plies(const Position& position) {
  const Side side = position.side_to_move();
  return static_cast<std::uint64_t>(
      two_plies<Count>({position.pawns(side), position.pawns(opponent(side))},
                       winning_octagons<Count>(position.discs(side), position.bases(side))));
}

SCHIRI_INLINE Bits diagonal(Bits b) { return b << 9 | b << 7 | b >> 7 | b >> 9; }

/// The octagons that touch a square; two squares that are diagonal neighbours share one.
SCHIRI_INLINE Bits touching(Bits square) {
  return square | square >> 1 | square >> 8 | square >> 9;
}

/// A position two plies above the leaves.
struct Branch {
  Pawns pawns;
  Bits winning;  ///< octagons that end the game if the side to move claims one
};

/// The branches of a position that do not end the game, in any order.
template <class Count>
class Branches {
 public:
  SCHIRI_INLINE explicit Branches(const Position& position)
      : side_(position.side_to_move()),
        pawns_{position.pawns(side_), position.pawns(opponent(side_))},
        free_(pawns_.free()),
        enemy_discs_(position.discs(opponent(side_))),
        enemy_bases_(position.bases(opponent(side_))),
        winning_(winning_octagons<Count>(position.discs(side_), position.bases(side_))),
        enemy_winning_(winning_octagons<Count>(enemy_discs_, enemy_bases_)) {
    add_captures<1>();
    add_captures<-1>();
    add_captures<8>();
    add_captures<-8>();
    for (Bits left = pawns_.own; left; left &= left - 1) add_moves(left & -left);
  }

  const Branch* begin() const { return branches_.data(); }
  const Branch* end() const { return end_; }

 private:
  SCHIRI_INLINE void add(Bits enemy, Bits own, Bits enemy_winning) {
    *end_++ = {{enemy, own}, enemy_winning};
  }

  template <int by>
  SCHIRI_INLINE void add_captures() {
    for (Bits left = capturable<by>(pawns_, free_); left; left &= left - 1) {
      const Bits captured = left & -left;
      add(pawns_.enemy ^ captured, pawns_.own ^ shift<-by>(captured) ^ shift<by>(captured),
          enemy_winning_);
    }
  }

  SCHIRI_INLINE void add_moves(Bits from) {
    for (Bits left = orthogonal(from) & free_; left; left &= left - 1) {
      add(pawns_.enemy, pawns_.own ^ from ^ (left & -left), enemy_winning_);
    }
    for (Bits left = diagonal(from) & free_; left; left &= left - 1) {
      const Bits to = left & -left, claimed = touching(from) & touching(to);
      if (claimed & winning_) continue;
      add(pawns_.enemy, pawns_.own ^ from ^ to, enemy_winning_after(claimed));
    }
  }

  /// Losing a disc cannot create a winning octagon.
  SCHIRI_INLINE Bits enemy_winning_after(Bits claimed) const {
    if (!enemy_winning_ || !(claimed & enemy_discs_)) return enemy_winning_;
    return winning_octagons<Count>(enemy_discs_ ^ claimed, enemy_bases_);
  }

  Side side_;
  Pawns pawns_;
  Bits free_;
  Bits enemy_discs_;
  Bits enemy_bases_;
  Bits winning_, enemy_winning_;
  std::array<Branch, max_turns> branches_;
  Branch* end_ = branches_.data();
};

/// The sequences of three turns. The game must not be over and no chain be finished.
template <class Count>
SCHIRI_INLINE std::uint64_t three_plies(const Position& position) {
  std::uint64_t leaves = 0;
  for (const Branch& branch : Branches<Count>(position)) {
    leaves += static_cast<std::uint64_t>(two_plies<Count>(branch.pawns, branch.winning));
  }
  return leaves;
}

}  // namespace schiri::creeper::leaves
