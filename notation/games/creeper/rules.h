#pragma once

namespace schiri::creeper {

/// The rules as schiri plays them. "Ruling" marks decisions on questions that the published rules
/// leave open.
inline constexpr char rules_text[] =
    R"(Creeper, by Graham Lipscomb. Two players, White and Black; White moves first.

Board
  45 squares: columns A to G, rows 1 to 7, without the corners A1, A7, G1, G7.
  Between them lie 36 octagons, named by the columns and rows around them: BC34 is
  between B and C, 3 and 4. The octagons in the four corners are home bases:
  AB12 and FG67 are White's, AB67 and FG12 are Black's.
  Ruling (setting bases): whose bases are which, and the start below; the mirror image
  plays the same.
  Eight pawns each: White on A2 A3 B1 C1 E7 F7 G5 G6, Black on A5 A6 B7 C7 E1 F1 G2 G3.
  32 two-coloured discs lie beside the board, one for each octagon that is no base.

Turn
  A player moves one own pawn onto an empty square, in one of three ways:
  Jump (B3+C4)     one step diagonally, over an octagon. An empty octagon gets a disc with
                   the mover's colour up, an opponent's disc is turned over, an own disc
                   stays. Both players may jump over any home base; no disc is laid there.
  Shunt (E2-F2)    one step along a row or column. No disc changes.
  Capture (E5xE7)  two steps along a row or column, over exactly one pawn of the opponent,
                   which leaves the board for good. Never over an own pawn, never
                   diagonally, one pawn a turn.
  Captures are not compulsory, but a player who can move must move.

End, tested after each turn in this order
  1. The mover's discs join the mover's two bases in an unbroken chain of octagons that
     touch side by side: the mover wins (chain). Octagons that touch at a corner only are
     not joined. A base is a link for its owner alone. The shortest chain has nine discs.
  2. The other player has no move, for instance because no pawn is left: draw (blocked).
  3. The same position (pawns, discs, player to move) occurs for the third time, the start
     counted: draw (repetition). Ruling (setting repetition): the number three.

Notation
  right            B3+C4 jump, E2-F2 shunt, E5xE7 capture
  also read        b3+c4 in small letters; B3 + C4 with spaces around the sign
  with a warning   B3C4 if one turn fits; E5XE7, E5 × E7, E2–F2
  not read         E5:E7, B3=C4, B3++C4

Positions: <pawn rows> <octagon rows> <side>
  The top row first, rows split by /. W and B are pawns, w and b discs, a number N means
  N empty places. A pawn row has seven places, corners included; a row of octagons has
  six, bases included, which never hold a disc. The side to move is w or b. The start:
  1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/6 w
  Also read: a position of 86 characters x, o and . as the server softserve writes it.
)";

}  // namespace schiri::creeper
