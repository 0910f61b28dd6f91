#include "notation/board/diagram.h"

#include <array>
#include <cmath>
#include <numbers>

#include "core/games/more_or_less/board.h"
#include "notation/board/position_text.h"
#include "notation/games/more_or_less/notation.h"

namespace schiri::more_or_less {

/// From the middle, to the right and upwards, in radii of the rim.
struct Coordinates {
  double x;
  double y;
};

inline Coordinates coordinates_of(Point at) {
  constexpr double phi = std::numbers::phi;
  constexpr std::array<double, 5> radii = {1 / (phi * phi), 0.449028, 1 / phi, 0.726543, 1};
  if (at == 0) return {0, 0};
  const int ring = (at - 1) / 10;
  const double tenths = (at - 1) % 10 + (ring % 2 == 1 ? 0.5 : 0);
  const double angle = tenths * std::numbers::pi / 5, radius = radii[static_cast<unsigned>(ring)];
  return {radius * std::sin(angle), radius * std::cos(angle)};
}

namespace {

// Below the board each player's turns are counted by a row of twelve markers.
constexpr double radius = 190, margin = 22, middle = margin + 18 + radius;
constexpr double width = 2 * middle, height = width + 30;
constexpr double stone_radius = 12;
constexpr double counter_y = height - margin - 16, counter_step = 14;

double x_of(Point at) { return middle + radius * coordinates_of(at).x; }
double y_of(Point at) { return middle - radius * coordinates_of(at).y; }

std::string fields(const Board& board) {
  std::string lines, points;
  for (const Point at : places(board.points())) {
    // A line is drawn from neighbour to neighbour, from its lower end only.
    for (const Ray& ray : board.rays(at)) {
      const Point next = ray.points[0];
      if (next < at) continue;
      lines += "M" + svg::number(x_of(at)) + " " + svg::number(y_of(at)) + "L" +
               svg::number(x_of(next)) + " " + svg::number(y_of(next));
    }
    points += svg::circle("point", x_of(at), y_of(at), 3.5);
  }
  return svg::path("line", lines) + points;
}

/// Outside of the rim, or to the right above a point.
std::string coordinates(const Board& board) {
  std::string text;
  for (const Point at : places(board.points())) {
    const Coordinates point = coordinates_of(at);
    const bool on_rim = std::hypot(point.x, point.y) > .9;
    const double dx = on_rim ? 22 * point.x : 15, dy = on_rim ? 22 * point.y : 13;
    text += svg::text("name", at == 0 ? "O" : point_name(at), x_of(at) + dx, y_of(at) - dy,
                      on_rim ? 10 : 7);
  }
  return text;
}

std::string symbols() {
  const auto stone = [](const char* style_class, const char* ring) {
    return svg::circle(style_class, 0, 0, stone_radius) + svg::circle(ring, 0, 0, stone_radius - 5);
  };
  return svg::symbol("more-or-less-white", stone("white", "on-white")) +
         svg::symbol("more-or-less-black", stone("black", "on-black")) +
         svg::symbol("more-or-less-last", svg::circle("last", 0, 0, stone_radius + 6)) +
         svg::symbol("more-or-less-turn-white", svg::circle("white", 0, 0, 5)) +
         svg::symbol("more-or-less-turn-black", svg::circle("black", 0, 0, 5)) +
         svg::symbol("more-or-less-turn-left", svg::circle("empty", 0, 0, 4));
}

void add_stones(Bits stones, std::string_view symbol, Figures& figures) {
  for (const Point at : places(stones)) {
    figures.push_back({symbol, x_of(at), y_of(at)});
  }
}

void add_turns(int made, int most, bool white, Figures& figures) {
  const std::string_view symbol = white ? "more-or-less-turn-white" : "more-or-less-turn-black";
  for (int i = 0; i < most; ++i) {
    const double step = counter_step * (i + .5);
    figures.push_back({i < made ? symbol : "more-or-less-turn-left",
                       white ? margin + 8 + step : width - margin - 8 - step, counter_y});
  }
}

std::vector<BoardPlace> board_places(const Board& board) {
  std::vector<BoardPlace> all;
  for (const Point at : places(board.points())) {
    all.push_back({point_name(at), x_of(at), y_of(at)});
  }
  return all;
}

}  // namespace

DiagramBoard Notation::diagram_board(std::string_view variant) {
  const VariantChoice choice = variant_table_of<Notation>().require(variant);
  const Board& board = board_of(variant_named(choice).size);
  return {width, height, margin, symbols(), fields(board), coordinates(board), board_places(board)};
}

Figures Notation::diagram(const Position& position, const std::optional<Turn>& last) {
  Figures figures;
  if (last) {
    Bits marked = 0;
    for (std::size_t i = 0; i < last->length; ++i) marked |= bit(last->points[i]);
    add_stones(marked, "more-or-less-last", figures);
  }
  add_stones(position.stones(Side::white), "more-or-less-white", figures);
  add_stones(position.stones(Side::black), "more-or-less-black", figures);
  for (const Side side : {Side::white, Side::black}) {
    add_turns(position.turns_made(side), position.variant().turns_per_side, side == Side::white,
              figures);
  }
  return figures;
}

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
  constexpr std::size_t line_width = 2 * columns + cell_width;
  std::array<std::array<std::string, line_width>, 2 * rows + 1> cells;
  for (Point at = 0; at < point_count; ++at) {
    if (!position.board().has(at)) continue;
    const Cell cell = cell_of(at);
    cells[cell.row][cell.column] = cell_text(position, at, style);
  }
  std::string text;
  for (const auto& row : cells) {
    std::string line;
    for (std::size_t column = 0, end = line_width; column < end; ++column) {
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
