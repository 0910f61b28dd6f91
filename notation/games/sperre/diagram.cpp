#include "notation/board/diagram.h"

#include <algorithm>

#include "notation/board/square_board.h"
#include "notation/games/sperre/notation.h"

namespace schiri::sperre {

namespace {

// The dice lie below the board, each within the four faces that a tilt can bring up.
constexpr double cell = 44, margin = 22, edge = margin + 6, dice_height = 128;
constexpr double width = 2 * edge + size * cell, height = width + dice_height;
constexpr double die_side = 40, side_face = 32, side_distance = 40;
constexpr double dice_y = edge + size * cell + 66;

constexpr SquareGrid grid = {size, size, cell, edge, edge};

// Columns and rows are counted from 1.
double x_of_column(int column) { return grid.x_of(column - 1); }
double y_of_row(int row) { return grid.y_of(row - 1); }
double x_of(Place square) { return x_of_column(column_of(square)); }
double y_of(Place square) { return y_of_row(row_of(square)); }
double x_of(Die die) { return width / 2 + 140 * (static_cast<double>(index(die)) - 1); }

std::string goal(std::string_view style_class, Place at) {
  return svg::circle(style_class, x_of(at), y_of(at), cell / 2 - 4);
}

std::string fields() {
  return grid.fields() + goal("goal-white", goal_of(Side::white)) +
         goal("goal-black", goal_of(Side::black));
}

std::string coordinates() {
  std::string text;
  for (int i = 1; i <= size; ++i) {
    const std::string number = std::to_string(i);
    text += svg::text("name", number, x_of_column(i), edge / 2, 12) +
            svg::text("name", number, edge / 2, y_of_row(i), 12) +
            svg::text("name", number, width - edge / 2, y_of_row(i), 12);
  }
  return text;
}

constexpr std::string_view tops[] = {"sperre-1", "sperre-2", "sperre-3", "sperre-4", "sperre-5",
                                     "sperre-6", "sperre-7", "sperre-8", "sperre-9"};

constexpr std::string_view names[] = {"sperre-name-3", "sperre-name-4", "sperre-name-5"};
constexpr std::string_view sides[] = {"sperre-side-1", "sperre-side-2", "sperre-side-3",
                                      "sperre-side-4", "sperre-side-5", "sperre-side-6",
                                      "sperre-side-7", "sperre-side-8", "sperre-side-9"};

/// Diagonal lines over a column or a row, because not everybody sees its colour.
std::string hatching(bool is_column, double half) {
  std::string lines;
  for (double along = -half; along < half; along += cell / 2) {
    for (const double cross : {-cell / 2, 0.0}) {
      const double x = is_column ? cross : along, y = is_column ? along : cross;
      lines += "M" + svg::number(x) + " " + svg::number(y + (is_column ? cell / 2 : 0)) + "l" +
               svg::number(cell / 2) + " " + svg::number(is_column ? -cell / 2 : cell / 2);
    }
  }
  return svg::path("lock-line", lines);
}

std::string symbols() {
  const auto stone = [](const char* style_class, const char* ring) {
    return svg::circle(style_class, 0, 0, 15) + svg::circle(ring, 0, 0, 9);
  };
  const double half = size * cell / 2;
  std::string text =
      svg::symbol("sperre-white", stone("white", "on-white")) +
      svg::symbol("sperre-black", stone("black", "on-black")) +
      svg::symbol("sperre-last", grid.cover("last")) +
      svg::symbol("sperre-column",
                  svg::rectangle("lock", -cell / 2, -half, cell, 2 * half) + hatching(1, half)) +
      svg::symbol("sperre-row",
                  svg::rectangle("lock", -half, -cell / 2, 2 * half, cell) + hatching(0, half)) +
      svg::symbol("sperre-tilted", svg::rectangle("last", -die_side / 2 - 6, -die_side / 2 - 6,
                                                  die_side + 12, die_side + 12, 10));
  for (const Die die : dice) {
    text += svg::symbol(names[index(die)], svg::text("name", name_of(die), 0, 0, 13));
  }
  for (int number = 1; number <= 9; ++number) {
    text += svg::symbol(tops[number - 1],
                        svg::rectangle("die", -die_side / 2, -die_side / 2, die_side, die_side, 7) +
                            svg::text("number", std::to_string(number), 0, 0, 22)) +
            svg::symbol(sides[number - 1], svg::rectangle("field", -side_face / 2, -side_face / 2,
                                                          side_face, side_face, 5) +
                                               svg::text("name", std::to_string(number), 0, 0, 15));
  }
  return text;
}

void add_locks(const Position& position, Figures& figures) {
  for (int number = 1; number <= size; ++number) {
    const Tops& shown = position.tops();
    if (std::find(shown.begin(), shown.end(), number) == shown.end()) continue;
    if (position.variant().lock != Lock::rows) {
      figures.push_back({"sperre-column", x_of_column(number), edge + size * cell / 2});
    }
    if (position.variant().lock != Lock::columns) {
      figures.push_back({"sperre-row", edge + size * cell / 2, y_of_row(number)});
    }
  }
}

void add_marks(const Turn& turn, Figures& figures) {
  const auto mark = [&](Place at) { figures.push_back({"sperre-last", x_of(at), y_of(at)}); };
  if (turn.motion == Motion::move) {
    mark(turn.from);
    mark(turn.to);
  }
  for (std::size_t i = 0; i < turn.displaced; ++i) {
    mark(turn.displacements[i].from);
    mark(turn.displacements[i].to);
  }
}

void add_stones(const Position& position, Figures& figures) {
  for (int row = 1; row <= size; ++row) {
    for (int column = 1; column <= size; ++column) {
      const Bits at = bit(place(column, row));
      const bool white = position.stones(Side::white) & at,
                 black = position.stones(Side::black) & at;
      if (!white && !black) continue;
      figures.push_back(
          {white ? "sperre-white" : "sperre-black", x_of_column(column), y_of_row(row)});
    }
  }
}

/// The top of a die and around it the four other faces but the opposite one, opposite faces on
/// opposite sides.
void add_die(Die die, unsigned top, Figures& figures) {
  constexpr double offsets[][2] = {{0, -1}, {0, 1}, {-1, 0}, {1, 0}};
  const auto& own = faces[index(die)];
  std::size_t side = 0;
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (own[i] == top || own[i ^ std::size_t{1}] == top) continue;
    const auto& [dx, dy] = offsets[side++];
    figures.push_back(
        {sides[own[i] - 1], x_of(die) + side_distance * dx, dice_y + side_distance * dy});
  }
  figures.push_back({tops[top - 1], x_of(die), dice_y});
  figures.push_back({names[index(die)], x_of(die) - side_distance, dice_y - side_distance});
}

std::vector<BoardPlace> board_places() {
  std::vector<BoardPlace> all;
  for (int row = 1; row <= size; ++row) {
    for (int column = 1; column <= size; ++column) {
      all.push_back({name_of(place(column, row)), x_of_column(column), y_of_row(row)});
    }
  }
  for (const Die die : dice) all.push_back({std::string(name_of(die)), x_of(die), dice_y});
  return all;
}

}  // namespace

DiagramBoard Notation::diagram_board(std::string_view) {
  return {width, height, margin, symbols(), fields(), coordinates(), board_places()};
}

Figures Notation::diagram(const Position& position, const std::optional<Turn>& last) {
  Figures figures;
  add_locks(position, figures);
  if (last) add_marks(*last, figures);
  add_stones(position, figures);
  if (position.last_tilted() != Die::none) {
    figures.push_back({"sperre-tilted", x_of(position.last_tilted()), dice_y});
  }
  for (const Die die : dice) add_die(die, position.tops()[index(die)], figures);
  return figures;
}

}  // namespace schiri::sperre
