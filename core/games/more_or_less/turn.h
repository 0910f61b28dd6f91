#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/games/more_or_less/board.h"

namespace schiri::more_or_less {

/// A turn as written: the points at which a stone is placed or stops, in order. The position
/// decides whether it is legal.
struct Turn {
  enum class Kind : std::uint8_t {
    place,  ///< one point or two, in board order
    jump,   ///< two points or more
    glide,  ///< three points: from, where the slide stops, where the hop ends
    pass,
  };

  /// With 25 stones on 51 points a stone can visit 27, each twice.
  static constexpr std::size_t longest_path = 54;

  static constexpr Turn pass() { return {Kind::pass, 0, {}}; }
  static constexpr Turn place(Point only) { return {Kind::place, 1, {only}}; }
  static constexpr Turn place(Point a, Point b) {
    return {Kind::place, 2, {a < b ? a : b, a < b ? b : a}};
  }
  static constexpr Turn glide(Point from, Point stop, Point to) {
    return {Kind::glide, 3, {from, stop, to}};
  }
  /// A jump move without a hop so far.
  static constexpr Turn jump(Point from) { return {Kind::jump, 1, {from}}; }

  constexpr Point from() const { return points[0]; }
  constexpr Point to() const { return points[length - 1u]; }

  /// Adds a hop to a jump move. At most one point more than the longest legal path is kept, so that
  /// a path that is too long stays illegal.
  constexpr void hop(Point to) {
    if (length < points.size()) points[length++] = to;
  }
  constexpr void take_back() { points[--length] = 0; }

  friend constexpr bool operator==(const Turn&, const Turn&) = default;

  Kind kind = Kind::pass;
  std::uint8_t length = 0;
  std::array<Point, longest_path + 1> points{};  ///< zeros after the path
};

}  // namespace schiri::more_or_less
