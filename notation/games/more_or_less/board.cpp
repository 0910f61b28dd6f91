#include <array>
#include <cmath>

#include "notation/board/position_text.h"
#include "notation/games/more_or_less/geometry.h"
#include "notation/games/more_or_less/notation.h"

namespace schiri::more_or_less {

namespace {

// The size lets the rim touch all four sides of the drawing, and cells of four characters never
// overlap.
constexpr int rows = 12;  // between the centre and the rim
constexpr int columns = 36;
constexpr std::size_t cell_width = 4;

struct Cell {
  std::size_t row;
  std::size_t column;
};

Cell cell_of(Point at) {
  const Coordinates point = coordinates_of(at);
  return {static_cast<std::size_t>(std::lround(rows - rows * point.y)),
          static_cast<std::size_t>(std::lround(columns + columns * point.x))};
}

/// `(A0)` for White's stones, `[A0]` for Black's.
std::string mark(const std::string& name, Side side, const BoardStyle& style) {
  return paint(side, side == Side::white ? "(" + name + ")" : "[" + name + "]", style);
}

std::string cell_text(const Position& position, Point at, const BoardStyle& style) {
  const std::string name = at == 0 ? " O" : point_name(at);
  for (const Side side : {Side::white, Side::black}) {
    if (position.stones(side) & bit(at)) return mark(name, side, style);
  }
  return " " + name + " ";
}

std::string legend(const Position& position, const BoardStyle& style) {
  std::string text;
  for (const Side side : {Side::white, Side::black}) {
    const std::string marked = mark("  ", side, style);
    const int stones = position.count_stones(side), turns = position.turns_made(side);
    const int all = position.variant().turns_per_side;
    text += style.text(side == Side::white ? message("{0} White: {1} stones, {2} of {3} turns",
                                                     marked, stones, turns, all)
                                           : message("{0} Black: {1} stones, {2} of {3} turns",
                                                     marked, stones, turns, all)) +
            '\n';
  }
  return text;
}

}  // namespace

std::string Notation::draw(const Position& position, const BoardStyle& style) {
  constexpr std::size_t width = 2 * columns + cell_width;
  std::array<std::array<std::string, width>, 2 * rows + 1> cells;
  for (Point at = 0; at < point_count; ++at) {
    if (!position.board().has(at)) continue;
    const Cell cell = cell_of(at);
    cells[cell.row][cell.column] = cell_text(position, at, style);
  }
  std::string text;
  for (const auto& row : cells) {
    std::string line;
    for (std::size_t column = 0, end = width; column < end; ++column) {
      if (row[column].empty()) {
        line += ' ';
      } else {
        line += row[column];
        column += cell_width - 1;
      }
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }
  return text + '\n' + legend(position, style);
}

}  // namespace schiri::more_or_less
