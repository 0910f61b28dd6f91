#include "notation/board/diagram.h"

#include "core/games/creeper/position.h"
#include "notation/games/creeper/notation.h"

namespace schiri::creeper {

namespace {

// Octagons of the tiling 4.8.8, their corners cut a little more than a regular octagon's, so that
// the squares between them have room for a pawn.
constexpr double cell = 60, cut = 20, edge = 46, margin = 22;
constexpr double extent = 6 * cell + 2 * edge;

constexpr double pawn_radius = 12.5, disc_radius = 21;

double x_of(Place square) { return edge + cell * column_of(square); }
double y_of(Place square) { return edge + cell * (6 - row_of(square)); }

/// An octagon has the number of the square at its lower left.
double octagon_x(Place octagon) { return x_of(octagon) + cell / 2; }
double octagon_y(Place octagon) { return y_of(octagon) - cell / 2; }

std::string octagon_path(double x, double y) {
  const double near = cell / 2 - cut, far = cell / 2;
  std::string data;
  for (const auto& [dx, dy] : {std::pair{-near, -far},
                               {near, -far},
                               {far, -near},
                               {far, near},
                               {near, far},
                               {-near, far},
                               {-far, near},
                               {-far, -near}}) {
    data += (data.empty() ? "M" : "L") + svg::number(x + dx) + " " + svg::number(y + dy);
  }
  return data + "Z";
}

std::string square_path(double x, double y) {
  return "M" + svg::number(x) + " " + svg::number(y - cut) + "l" + svg::number(cut) + " " +
         svg::number(cut) + "l" + svg::number(-cut) + " " + svg::number(cut) + "l" +
         svg::number(-cut) + " " + svg::number(-cut) + "Z";
}

std::string_view class_of_octagon(Place octagon, const Position& start) {
  if (start.bases(Side::white) & bit(octagon)) return "home-white";
  if (start.bases(Side::black) & bit(octagon)) return "home-black";
  return "field";
}

std::string fields(const Position& start) {
  std::string text;
  for (const Place at : places(octagons)) {
    text += svg::path(class_of_octagon(at, start), octagon_path(octagon_x(at), octagon_y(at)));
  }
  for (const Place at : places(squares)) {
    text += svg::path("other", square_path(x_of(at), y_of(at)));
  }
  return text;
}

std::string coordinates() {
  std::string text;
  for (int i = 0; i < 7; ++i) {
    const char column = static_cast<char>('A' + i), row = static_cast<char>('1' + i);
    const double x = edge + cell * i, y = edge + cell * (6 - i);
    for (const double side : {margin / 2, extent - margin / 2}) {
      text +=
          svg::text("name", {&column, 1}, x, side, 11) + svg::text("name", {&row, 1}, side, y, 11);
    }
  }
  return text;
}

std::string symbols() {
  const auto disc = [](const char* style_class, const char* ring) {
    return svg::circle(style_class, 0, 0, disc_radius) + svg::circle(ring, 0, 0, disc_radius - 6);
  };
  const auto pawn = [](const char* style_class, const char* ring) {
    return svg::circle(style_class, 0, 0, pawn_radius) + svg::circle(ring, 0, 0, 5);
  };
  return svg::symbol("creeper-white-disc", disc("white", "on-white")) +
         svg::symbol("creeper-black-disc", disc("black", "on-black")) +
         svg::symbol("creeper-white-pawn", pawn("white", "on-white")) +
         svg::symbol("creeper-black-pawn", pawn("black", "on-black")) +
         svg::symbol("creeper-last-square", svg::path("last", square_path(0, 0))) +
         svg::symbol("creeper-last-octagon", svg::path("last", octagon_path(0, 0))) +
         svg::symbol("creeper-chain", svg::path("winning", octagon_path(0, 0)));
}

void add_marks(const Turn& turn, Figures& figures) {
  for (const Place at : {turn.from, turn.to}) {
    figures.push_back({"creeper-last-square", x_of(at), y_of(at)});
  }
  const Place over = steps[turn.from][turn.to].over;
  if (turn.kind == Kind::jump) {
    figures.push_back({"creeper-last-octagon", octagon_x(over), octagon_y(over)});
  } else if (turn.kind == Kind::capture) {
    figures.push_back({"creeper-last-square", x_of(over), y_of(over)});
  }
}

/// The chain that has won.
void add_chain(const Position& position, Figures& figures) {
  const auto ending = position.ending();
  if (!ending || ending->reason != chain_reason) return;
  for (const Place at : places(shortest_chain_of(position, opponent(position.side_to_move())))) {
    figures.push_back({"creeper-chain", octagon_x(at), octagon_y(at)});
  }
}

std::vector<BoardPlace> board_places() {
  std::vector<BoardPlace> all;
  for (const Place at : places(squares)) {
    const char name[] = {static_cast<char>('A' + column_of(at)),
                         static_cast<char>('1' + row_of(at))};
    all.push_back({{name, 2}, x_of(at), y_of(at)});
  }
  return all;
}

}  // namespace

DiagramBoard Notation::diagram_board(std::string_view variant) {
  const Position start(variant_named(variant_table_of<Notation>().require(variant)));
  return {extent, extent, margin, symbols(), fields(start), coordinates(), board_places()};
}

Figures Notation::diagram(const Position& position, const std::optional<Turn>& last) {
  Figures figures;
  if (last) add_marks(*last, figures);
  add_chain(position, figures);
  for (const Side side : {Side::white, Side::black}) {
    const bool white = side == Side::white;
    for (const Place at : places(position.discs(side))) {
      figures.push_back(
          {white ? "creeper-white-disc" : "creeper-black-disc", octagon_x(at), octagon_y(at)});
    }
    for (const Place at : places(position.pawns(side))) {
      figures.push_back({white ? "creeper-white-pawn" : "creeper-black-pawn", x_of(at), y_of(at)});
    }
  }
  return figures;
}

}  // namespace schiri::creeper
