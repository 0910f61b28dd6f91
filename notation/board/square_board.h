#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/match/game.h"
#include "core/match/planes.h"
#include "notation/board/position_text.h"

/// Boards of squares in rows and columns: the grid that games on squares draw their pieces on, and
/// the whole pictures and planes of a game that has none of its own (GameNotation).
namespace schiri {

/// Squares of equal size, columns and rows counted from 0, row 0 at the bottom.
struct SquareGrid {
  int columns;
  int rows;
  double cell;
  double left;  ///< of the board's left edge
  double top;   ///< of its upper edge

  constexpr double x_of(int column) const { return left + cell * (column + .5); }
  constexpr double y_of(int row) const { return top + cell * (rows - 1 - row + .5); }
  /// The empty board in two colours.
  std::string fields() const;
  /// The element of a symbol, around its own middle, that covers a square.
  std::string cover(std::string_view style_class) const;
  /// The squares under the names `a1` to `h8` if the first column is `a`.
  std::vector<BoardPlace> places(char first_column) const;
};

/// A board whose squares are named by a letter and a number. Of the letters of its pieces in
/// position strings the first, third, ... are White's, the others Black's: `WB`, `PpNn`.
struct SquareForm {
  RowsForm rows;
  char first_column = 'a';  ///< `a` or `A`
};

/// Draws and writes positions from their strings, the first word of which are rows of squares.
class SquareBoard {
 public:
  SquareBoard(std::string_view game, const SquareForm& form);

  std::string draw(std::string_view position, const BoardStyle& style) const;
  DiagramBoard diagram() const;
  /// Marks the squares that the last turn names.
  Figures figures(std::string_view position, std::string_view last_turn) const;
  /// A plane for each letter, and one that says whether Black is to move.
  PlaneForm plane_form() const;
  void write_planes(std::string_view position, Side side, PlaneWriter& writer) const;

 private:
  template <class Visitor>
  void visit_pieces(std::string_view position, const Visitor& visitor) const;

  SquareForm form_;
  SquareGrid grid_;
  std::vector<std::string> symbols_;  ///< of the letters, then of the mark
  std::vector<std::string_view> planes_;
};

}  // namespace schiri
