#include "notation/board/diagram.h"

#include <array>

#include "notation/board/square_board.h"
#include "notation/games/springerjagd/notation.h"

namespace schiri::springerjagd {

namespace {

// The reserves are between the board and the names of columns: Black's above, White's below.
constexpr double cell = 60, margin = 22, reserve_height = 34;
constexpr double left = margin + 8, top = margin + reserve_height;
constexpr double width = 2 * left + board_size * cell, height = 2 * top + board_size * cell;
constexpr SquareGrid grid = {board_size, board_size, cell, left, top};

double x_of(Place square) { return grid.x_of(column_of(square)); }
double y_of(Place square) { return grid.y_of(row_of(square)); }

std::string coordinates() {
  std::string text;
  for (int i = 0; i < board_size; ++i) {
    const char column = static_cast<char>('a' + i), row = static_cast<char>('1' + i);
    for (const double at : {margin / 2, height - margin / 2}) {
      text += svg::text("name", {&column, 1}, grid.x_of(i), at, 12);
    }
    for (const double at : {left / 2, width - left / 2}) {
      text += svg::text("name", {&row, 1}, at, grid.y_of(i), 12);
    }
  }
  return text;
}

std::string pawn(std::string_view style_class, double x, double y) {
  const std::string at = svg::number(x) + " " + svg::number(y);
  return svg::path(style_class, "M" + at + "m-11 15h22c0-6-5-8-6-13a8 8 0 1 0-10 0c-1 5-6 7-6 13z");
}

std::string knight(std::string_view style_class, std::string_view on_style) {
  return svg::path(style_class,
                   "M-15 21H16C17 8 15-3 9-10 5-15-1-18-6-18L-8-23-12-16C-16-13-17-8-19-3L-23 "
                   "3C-24 7-20 10-16 9L-10 5C-7 5-4 4-2 2-2 8-13 11-15 21Z") +
         svg::path(on_style, "M-10-8h.1M-19 4h2M-6-18C5-14 11-6 11 8");
}

std::string symbols() {
  const auto of_side = [](const std::string& side, const std::string& on) {
    const std::string id = "springerjagd-" + side;
    return svg::symbol(id + "-knight", knight(side, on)) +
           svg::symbol(id + "-pawn", pawn(side, 0, 0)) +
           svg::symbol(id + "-pair", pawn(side, -11, -3) + pawn(side, 11, 3)) +
           svg::symbol(id + "-reserve", "<g transform=\"scale(.7)\">" + pawn(side, 0, 0) + "</g>");
  };
  return of_side("white", "on-white") + of_side("black", "on-black") +
         svg::symbol("springerjagd-last", grid.cover("last")) +
         svg::symbol("springerjagd-guard",
                     svg::rectangle("guard", 3 - cell / 2, 3 - cell / 2, cell - 6, cell - 6, 8));
}

void add_marks(const Turn& turn, Figures& figures) {
  for (const Place at : {turn.from, turn.to, turn.fill, turn.second_from, turn.second_to}) {
    if (at < Turn::reserve) figures.push_back({"springerjagd-last", x_of(at), y_of(at)});
  }
}

void add_all(Bits squares_of_pieces, std::string_view symbol, Figures& figures) {
  for (const Place at : places(squares_of_pieces)) {
    figures.push_back({symbol, x_of(at), y_of(at)});
  }
}

struct Symbols {
  std::string_view knight, pawn, pair, reserve;
};

constexpr std::array<Symbols, 2> symbols_of_side = {
    Symbols{"springerjagd-white-knight", "springerjagd-white-pawn", "springerjagd-white-pair",
            "springerjagd-white-reserve"},
    Symbols{"springerjagd-black-knight", "springerjagd-black-pawn", "springerjagd-black-pair",
            "springerjagd-black-reserve"}};

}  // namespace

DiagramBoard Notation::diagram_board(std::string_view) {
  return {width, height, margin, symbols(), grid.fields(), coordinates(), grid.places('a')};
}

Figures Notation::diagram(const Position& position, const std::optional<Turn>& last) {
  Figures figures;
  if (last) add_marks(*last, figures);
  add_all(position.protected_knight(), "springerjagd-guard", figures);
  for (const Side side : {Side::white, Side::black}) {
    const SidePieces& army = position.army(side);
    const Symbols& its = symbols_of_side[static_cast<unsigned>(side)];
    add_all(army.knights, its.knight, figures);
    add_all(army.singles, its.pawn, figures);
    add_all(army.pairs, its.pair, figures);
    const double y =
        side == Side::white ? height - margin - reserve_height / 2 : margin + reserve_height / 2;
    for (int i = 0; i < army.reserve(); ++i) {
      figures.push_back({its.reserve, left + 20 + 26 * i, y});
    }
  }
  return figures;
}

}  // namespace schiri::springerjagd
