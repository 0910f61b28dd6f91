#include "notation/board/square_board.h"

#include "notation/board/diagram.h"

namespace schiri {

std::string SquareGrid::fields() const {
  std::string text;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      text += svg::rectangle((row + column) % 2 ? "field" : "other", x_of(column) - cell / 2,
                             y_of(row) - cell / 2, cell, cell);
    }
  }
  return text;
}

std::string SquareGrid::cover(std::string_view style_class) const {
  return svg::rectangle(style_class, -cell / 2, -cell / 2, cell, cell);
}

std::vector<BoardPlace> SquareGrid::places(char first_column) const {
  std::vector<BoardPlace> all;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const char name[] = {static_cast<char>(first_column + column), static_cast<char>('1' + row)};
      all.push_back({{name, 2}, x_of(column), y_of(row)});
    }
  }
  return all;
}

SquareBoard::SquareBoard(std::string_view game, const SquareForm& form)
    : form_(form), grid_{form.rows.columns, form.rows.rows, 50, 26, 26} {
  const std::string_view letters = form.rows.letters;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const std::string side = i % 2 == 0 ? "-white" : "-black";
    symbols_.push_back(std::string(game) + side + (i < 2 ? "" : "-" + std::to_string(i / 2 + 1)));
    planes_.push_back(letters.substr(i, 1));
  }
  symbols_.push_back(std::string(game) + "-last");
  planes_.push_back("black to move");
}

/// Calls the visitor with the number of each piece's letter and its column and row.
template <class Visitor>
void SquareBoard::visit_pieces(std::string_view position, const Visitor& visitor) const {
  read_rows(position.substr(0, position.find(' ')), form_.rows, visitor);
}

std::string SquareBoard::draw(std::string_view position, const BoardStyle& style) const {
  std::vector<std::string> cells(static_cast<std::size_t>(grid_.columns * grid_.rows), ".");
  visit_pieces(position, [&](std::size_t letter, int column, int row) {
    cells[static_cast<std::size_t>(row * grid_.columns + column)] =
        paint(letter % 2 == 0 ? Side::white : Side::black, {form_.rows.letters[letter]}, style);
  });
  std::string names = "  ";
  for (int column = 0; column < grid_.columns; ++column) {
    names += std::string(" ") + static_cast<char>(form_.first_column + column);
  }
  std::string text = names + '\n';
  for (int row = grid_.rows - 1; row >= 0; --row) {
    const std::string number = std::to_string(row + 1);
    text += ' ' + number;
    for (int column = 0; column < grid_.columns; ++column) {
      text += ' ' + cells[static_cast<std::size_t>(row * grid_.columns + column)];
    }
    text += ' ' + number + '\n';
  }
  return text + names + '\n';
}

DiagramBoard SquareBoard::diagram() const {
  const double margin = grid_.left - 4;
  DiagramBoard board{2 * grid_.left + grid_.columns * grid_.cell,
                     2 * grid_.top + grid_.rows * grid_.cell,
                     margin,
                     "",
                     grid_.fields(),
                     "",
                     grid_.places(form_.first_column)};
  // Kinds of pieces differ in the number of rings.
  for (std::size_t i = 0; i + 1 < symbols_.size(); ++i) {
    const std::string side = i % 2 == 0 ? "white" : "black";
    std::string piece = svg::circle(side, 0, 0, 17);
    for (std::size_t ring = 0; ring <= i / 2; ++ring) {
      piece += svg::circle("on-" + side, 0, 0, 12.0 / static_cast<double>(ring + 1));
    }
    board.symbols += svg::symbol(symbols_[i], piece);
  }
  board.symbols += svg::symbol(symbols_.back(), grid_.cover("last"));
  for (int column = 0; column < grid_.columns; ++column) {
    const char name = static_cast<char>(form_.first_column + column);
    for (const double y : {margin / 2, board.height - margin / 2}) {
      board.coordinates += svg::text("name", {&name, 1}, grid_.x_of(column), y, 12);
    }
  }
  for (int row = 0; row < grid_.rows; ++row) {
    for (const double x : {margin / 2, board.width - margin / 2}) {
      board.coordinates += svg::text("name", std::to_string(row + 1), x, grid_.y_of(row), 12);
    }
  }
  return board;
}

Figures SquareBoard::figures(std::string_view position, std::string_view last_turn) const {
  Figures figures;
  for (const BoardPlace& place : grid_.places(form_.first_column)) {
    if (last_turn.find(place.name) != last_turn.npos) {
      figures.push_back({symbols_.back(), place.x, place.y});
    }
  }
  visit_pieces(position, [&](std::size_t letter, int column, int row) {
    figures.push_back({symbols_[letter], grid_.x_of(column), grid_.y_of(row)});
  });
  return figures;
}

PlaneForm SquareBoard::plane_form() const {
  return {planes_, static_cast<std::size_t>(grid_.rows), static_cast<std::size_t>(grid_.columns)};
}

void SquareBoard::write_planes(std::string_view position, Side side, PlaneWriter& writer) const {
  std::vector<std::vector<std::pair<int, int>>> squares(form_.rows.letters.size());
  visit_pieces(position, [&](std::size_t letter, int column, int row) {
    squares[letter].emplace_back(row, column);
  });
  for (const auto& of_letter : squares) {
    writer.next();
    for (const auto& [row, column] : of_letter) {
      writer.mark(static_cast<std::size_t>(row), static_cast<std::size_t>(column));
    }
  }
  writer.next().fill(side == Side::black ? 1 : 0);
}

}  // namespace schiri
