#pragma once

namespace schiri::springerjagd {

/// The rules as schiri plays them. "Ruling" marks decisions on questions that the published rules
/// leave open.
inline constexpr char rules_text[] =
    R"(Springerjagd ("Knights' Hunt"), by S. Grottel. Two players, White and Black; White moves first.

Board
  36 squares, a1 to f6, a1 at White's left. Each player has two knights and eight pawns.
  A square is empty or holds one piece or two pawns of one player, a pair. Pawns off the
  board wait in their owner's reserve; no pawn is ever lost for good.
  White: knights b1 e1, pawns a2 b2 c2 d2 e2 f2 c1 d1.
  Black: knights b6 e6, pawns a5 b5 c5 d5 e5 f5 c6 d6.
  Ruling: this start; the drawing of the published rules is lost.

Turn
  Three parts, written with strokes between them: b1-a3/d2/f2-c4.
  1. Knight   One own knight makes a knight's move as in chess, to an empty square
              (b1-c3) or to a square with a single piece of the opponent, which is captured
              (b1xc3): a pawn goes to its owner's reserve, a knight is out for good. It never
              ends on an own piece nor on a pair.
              Or it attacks its neighbour (c3xc4): an opponent's knight next to it along a
              row or column is captured in the same way, unless that is the knight which the
              opponent has moved in the turn just before. The protection is against this
              attack only. Ruling: a swap counts as moving the knight.
  2. Fill     An own pawn goes to the square that the knight has left: one from the reserve
              if there is any (@); else one out of any own pair; else any own pawn (d2).
  3. Second   Only if the knight went to an empty square or captured a knight: another own
     pawn     pawn goes to any other square that is empty or holds one own pawn (f2-c4).
              The square that the fill has left counts as empty, the pawn that fills as a
              single pawn to join. If one of a pair has filled, the other may move now.
              Ruling: this pawn comes from the board, never from the reserve, and if there is
              no other pawn on the board, the part falls away.
  Instead of all three parts, a swap (b1~e4): an own knight changes places with a pair, at
  any distance. One of the two pawns goes to the knight's old square, the other to the
  reserve. Ruling (setting swap): the pair is an own one.
  A part too many or too few is against the rules, not another way of writing.

End, tested after each turn in this order
  1. A player without knights has lost (knights). The capture of the last knight ends the
     game at once, without fill and second pawn.
  2. A player to move who can neither move a knight nor attack a neighbour nor swap has lost
     (blocked).
  3. The same position (pieces, player to move, protected knight) occurs for the third
     time, the start counted: draw (repetition). Ruling (setting repetition): all of this;
     the published rules know no draw.

Notation
  right            b1-a3/d2/f2-c4 move, fill, second pawn; a1xb3/@ capture and fill from the
                   reserve; c3xc4/d2/e2-e3 attack on a neighbour; b1~e4 swap
  with a warning   B1-A3/D2/F2-C4 in capitals; Sb1-a3/d2/f2-c4 with the knight's letter;
                   b1-a3 / d2 / f2-c4 with spaces; b1–a3/d2/f2–c4
  not read         Nb1-a3/d2/f2-c4, b1-a3/f2-c4/d2 (the fill comes before the second pawn)

Positions: <rows> <side> <protected>
  The top row first, rows split by /. N is a knight, P a pawn, D two pawns on one square,
  capitals White's, small letters Black's; a number N means N empty squares. The side to
  move is w or b. The last part is the square of the knight that has just moved, or -.
  Pawns that are not on the board are in reserve. The start:
  1nppn1/pppppp/6/6/PPPPPP/1NPPN1 w -
)";

}  // namespace schiri::springerjagd
