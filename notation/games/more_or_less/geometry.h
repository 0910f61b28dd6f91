#pragma once

#include <array>
#include <cmath>
#include <numbers>

#include "core/games/more_or_less/board.h"

/// Coordinates of the points of More or Less. The radii of the rings follow from the crossings of
/// the board's lines.
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

}  // namespace schiri::more_or_less
