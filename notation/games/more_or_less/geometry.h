#pragma once

#include <array>
#include <cmath>
#include <numbers>

#include "core/games/more_or_less/board.h"

/// Where the points of More or Less lie: the rings as the board's lines cross.
namespace schiri::more_or_less {

/// In radii of the rim, to the right and upwards.
struct Place {
  double x;
  double y;
};

inline Place place_of(Point at) {
  constexpr double phi = std::numbers::phi;
  constexpr std::array<double, 5> radii = {1 / (phi * phi), 0.449028, 1 / phi, 0.726543, 1};
  if (at == 0) return {0, 0};
  const int ring = (at - 1) / 10;
  const double tenths = (at - 1) % 10 + (ring % 2 == 1 ? 0.5 : 0);
  const double angle = tenths * std::numbers::pi / 5, radius = radii[static_cast<unsigned>(ring)];
  return {radius * std::sin(angle), radius * std::cos(angle)};
}

}  // namespace schiri::more_or_less
