#pragma once

#include <string_view>
#include <vector>

namespace schiri {

/// A symbol of a game's board at a place of it, both by the game's DiagramBoard.
struct Figure {
  std::string_view symbol;  ///< static text
  double x = 0;
  double y = 0;

  friend bool operator==(const Figure&, const Figure&) = default;
};

/// A position as the figures on the board, bottom layer first: marks of the last turn, pieces,
/// counters.
using Figures = std::vector<Figure>;

}  // namespace schiri
