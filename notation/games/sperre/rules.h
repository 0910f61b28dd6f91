#pragma once

namespace schiri::sperre {

/// The rules as schiri plays them. "Ruling" marks decisions on questions that the published rules
/// leave open.
inline constexpr char rules_text[] =
    R"(Sperre, by M. Winkelmann, played with Miwin's dice. Two players, White and Black; White
moves first.

Board
  9 by 9 squares, named by row and column: [4,6] or 46 is in row 4, column 6. Row 1 is
  White's side. Nine stones each. White strives for [9,5], Black for [1,5].
  Ruling: White's stones begin on row 1, Black's on row 9.

Dice
  Three dice; opposite faces side by side:
    III  1|9 2|7 5|6      IV  1|9 3|8 4|5      V  2|7 3|8 4|6
  The numbers on top lock the columns of these numbers. All dice are rolled once, at the
  beginning. Ruling (setting roll): equal numbers may come up. From then on nothing is
  left to chance.

Turn
  1. Tilt one die over one of its four lower edges: any number comes up but the one on top
     and the one opposite it. A player never tilts the die that the opponent tilted in the
     turn just before; that one stays with the opponent. White's first tilt is free.
  2. Move one own stone that does not stand in a locked column: one or two steps in any of
     the eight directions, a corner may be turned, each step onto an empty square, ending
     elsewhere than it began. Locked columns may be entered and crossed.
  3. Displace enemy stones if you like: each one that is next to the square where the stone
     ended, along its row or column, may be put on any free square. One after the other,
     each at most once; squares that have become free on the way are free.
  Ruling: if some tilt lets a stone move, such a tilt and a move must be chosen; if none
  does, the player tilts a die and the move lapses (V4/pass).

End, tested in this order
  1. A stone that ends its owner's move on its goal wins at once, before any displacement
     (goal). Passing over the goal does not count.
  2. A stone that is displaced onto its own goal wins for its owner, after the turn, which
     goes on to its end. Ruling (setting own-goal): that it wins, and when.
  3. The same position (stones, the three numbers, the die tilted last, player to move)
     occurs for the third time, the start counted: draw (repetition).
     Ruling (setting repetition): draw by repetition, and the number three.

Variants: two parts in every combination. The published rules number them: 1 is move-first,
2 is rows, 3 is both; Variante 1+2 is read as move-first+rows.
  standard           tilt, then move; columns are locked
  move-first         move and displace under the dice as they lie, then tilt. If no stone
                     can move, the move lapses and the player tilts (pass/IV8). A move that
                     wins ends the game before the tilt; after a displacement that wins,
                     the player still tilts (Ruling).
  rows               rows are locked instead of columns
  both               a stone is locked if its row or its column is
  move-first+rows, move-first+both

Notation
  right            IV8/62-83/84>55,93>61  tilt IV to 8, move from 62 to 83, displace two stones
                   III5/12-23             nothing is displaced
                   V4/pass                no stone can move
                   62-83/84>55/IV8        in the variants that move first; also pass/IV8
                   IV8/84-95, 84-95       a move that wins ends the turn
  also read        48/12-23 the die by its digit; IV8/[1,2]-[2,3]; displacements in another
                   order
  with a warning   iv8/12-23 in small letters; IV8 / 12-23 with spaces; V4/passe, V4/--
  not read         IV8/12x23, IV8/[12]-[23], IX8/12-23
  A record begins with the roll, the numbers on top of III, IV and V: [Roll "147"].

Positions: <rows> <side> <tops> <die>
  Row 9 first, rows split by /. W and B are stones, nine of each, a number N means N
  empty squares. Then the side to move, w or b, the numbers on top of III, IV and V, and
  the die tilted last: 3, 4, 5, or - at the start:
  BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW w 147 -
)";

}  // namespace schiri::sperre
