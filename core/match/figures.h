#pragma once

#include <string_view>
#include <vector>

namespace schiri {

/// A symbol of a game's board at a place of it, both as the game's DiagramBoard has them.
struct Figure {
  std::string_view symbol;  ///< static text
  double x = 0;
  double y = 0;

  friend bool operator==(const Figure&, const Figure&) = default;
};

/// A position as what lies on the board, lowest first: marks of the last turn, pieces, counters.
using Figures = std::vector<Figure>;

}  // namespace schiri
