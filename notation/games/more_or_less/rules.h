#pragma once

namespace schiri::more_or_less {

/// The rules as schiri plays them. "Ruling" marks decisions on questions that the published rules
/// leave open.
inline constexpr char rules_text[] =
    R"(More or Less, by Arthur Blumberg (Kadon Enterprises), on boards that are reconstructions.
Two players, White and Black; White begins. 25 stones that can be turned over: white on one
side, black on the other.

Board
  51 points: O in the centre, around it five rings of ten, A (innermost) to E (the rim, a
  regular decagon), numbered 0 to 9 clockwise. A0, C0 and E0 lie at the top; B0 and D0 lie
  between the directions of 0 and 1. Numbers go on from 9 to 0.
  25 straight lines join them, for each number k:
    10 outer chords  Ek Dk Ck+1 Ck+2 Dk+2 Ek+3    such as E0 D0 C1 C2 D2 E3
    10 inner chords  Ck Bk Ak+1 Ak+2 Bk+2 Ck+3    such as C0 B0 A1 A2 B2 C3
     5 diameters     Ek Ck Ak O Ak+5 Ck+5 Ek+5    such as E0 C0 A0 O A5 C5 E5
  Ten edges join neighbours on the rim. The rim bends at each corner, so no stone
  jumps along it.
  Ruling: the whole board, and the smaller one; the published rules describe a board, but
  do not show it.
  Variant 31: only O and the rings C, D and E, with the outer chords, the rim and the
  diameters Ek Ck O Ck+5 Ek+5.

Placing
  White's first turn is one stone on O. Then, Black first, the players take turns to place
  two stones each on free points, their own colour up (A0,E5), until Black has twelve and
  White thirteen. Nothing is won or lost before the last stone lies.

Moving, Black first
  Jump (E0xC1xA2)  One own stone hops over a stone of either colour on the next point of a
                   straight line to the point right behind it, which must be empty, and may
                   hop on from there in any direction, or stop. Each stone jumped is turned
                   over at once; jumped again, it turns back. The hopping stone never turns.
                   In one turn it may visit each point twice.
                   Ruling: its start counts as the first visit.
  Glide (E0-C0xA1) One own stone slides over one or more empty points along one straight
                   line, or along one edge of the rim, stops on any empty point of the way,
                   and from there hops exactly once, in any direction, also back to where it
                   came from. The stone jumped is turned over, and the turn ends.
                   Ruling: slides along the rim.
  Pass (pass)      Ruling: a player who can move must; one who cannot passes, and that
                   counts as a turn.

End, tested after each turn of moving in this order
  1. The mover has 19 stones or more, or 6 or fewer: the mover wins (stones).
  2. Both have made twelve turns since the last stone was placed: whoever has fewer stones
     wins (turns). There is no draw. Ruling (setting turns): twelve turns each.

Notation
  right            O, then A0,E5 two stones placed; E0xC1xA2 hops; E0-C0xA1 a glide and its
                   hop; pass
  also read        a0,e5 in small letters; E5,A0 the two stones in either order
  with a warning   A0, E5 with a space; E0 x C1; E0XC1; PASS, passe, --
  not read         0 for the centre (it is taken for a turn number), A0+E5, E0:C1

Positions: <points> <side> <turns> <turns>
  The points in groups split by /, from the centre outwards: O/A/B/C/D/E on the board of
  51 points, O/C/D/E on that of 31; each group from number 0 on. w and b are stones, a
  number N means N empty points, X ten of them. Then the side to move, w or b, and how
  many turns White and Black have made since all stones were placed. The start:
  1/X/X/X/X/X w 0 0
)";

}  // namespace schiri::more_or_less
