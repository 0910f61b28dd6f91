#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/base/bitboard.h"

/// The boards of More or Less: points on straight lines, given as data, and tables derived from
/// them.
namespace schiri::more_or_less {

/// Points are numbered O = 0, A0 = 1 ... A9 = 10, B0 = 11 ... E9 = 50, on every board.
using Point = std::uint8_t;

inline constexpr std::size_t point_count = 51;
/// No point; no set of points contains it.
inline constexpr Point no_point = 63;

enum class BoardSize : std::uint8_t { points_51, points_31 };

/// One jump: over the next point of a line to the point after it.
struct Jump {
  Point from;
  Point over;
  Point to;
};

/// The points of a line in one direction from one of its points, in order.
struct Ray {
  std::array<Point, 6> points{};
  std::uint8_t length = 0;
};

/// A board's tables, derived from its lines.
class Board {
 public:
  static constexpr std::size_t max_jumps = 105;  // each counted once with its reverse
  static constexpr std::size_t max_rays = 10;    // from one point
  /// The result of between() for two points that no line joins.
  static constexpr Bits not_joined = ~Bits{0};

  /// Reads lines of named points: "E0 D0 C1 C2 D2 E3". Lines of two points are edges: a stone may
  /// glide along them, but not jump. Two points share at most one line.
  explicit constexpr Board(std::span<const std::string_view> lines) {
    for (auto& row : between_) row.fill(not_joined);
    for (auto& row : middle_) row.fill(no_point);
    for (auto& row : behind_) row.fill(no_point);
    for (const std::string_view line : lines) add_line(line);
  }

  constexpr Bits points() const { return points_; }
  constexpr bool has(Point at) const { return at < point_count && (points_ >> at & 1); }

  /// Every jump once; the reverse of each is a jump too.
  constexpr std::span<const Jump> jumps() const { return {jumps_.data(), jump_count_}; }
  /// The rays from this point along its lines, in both directions.
  constexpr std::span<const Ray> rays(Point from) const {
    return {rays_[from].data(), ray_counts_[from]};
  }
  /// The point that a jump between these points passes over; no_point if there is none.
  constexpr Point middle(Point from, Point to) const { return middle_[from][to]; }
  /// The end of a jump from this point over that one; no_point if there is none.
  constexpr Point behind(Point from, Point over) const { return behind_[from][over]; }
  /// The points between two points of one line, or not_joined.
  constexpr Bits between(Point from, Point to) const { return between_[from][to]; }

 private:
  template <class T>
  using PerPoint = std::array<T, point_count>;

  static constexpr Point read_point(std::string_view name) {
    if (name == "O") return 0;
    return static_cast<Point>(1 + 10 * (name[0] - 'A') + (name[1] - '0'));
  }

  constexpr void add_line(std::string_view line) {
    std::array<Point, 7> on{};
    std::size_t length = 0;
    while (!line.empty()) {
      const std::string_view name = line.substr(0, line.find(' '));
      on[length++] = read_point(name);
      line.remove_prefix(name.size() == line.size() ? name.size() : name.size() + 1);
    }
    for (std::size_t i = 0; i < length; ++i) {
      points_ |= bit(on[i]);
      add_rays(on, length, i);
    }
    for (std::size_t i = 0; i + 2 < length; ++i) add_jump({on[i], on[i + 1], on[i + 2]});
  }

  constexpr void add_rays(const std::array<Point, 7>& on, std::size_t length, std::size_t at) {
    Ray up, down;
    Bits passed = 0;
    for (std::size_t i = at + 1; i < length; ++i) {
      between_[on[at]][on[i]] = between_[on[i]][on[at]] = passed;
      passed |= bit(on[i]);
      up.points[up.length++] = on[i];
    }
    for (std::size_t i = at; i-- > 0;) down.points[down.length++] = on[i];
    for (const Ray& ray : {up, down}) {
      if (ray.length) rays_[on[at]][ray_counts_[on[at]]++] = ray;
    }
  }

  constexpr void add_jump(Jump jump) {
    jumps_[jump_count_++] = jump;
    middle_[jump.from][jump.to] = middle_[jump.to][jump.from] = jump.over;
    behind_[jump.from][jump.over] = jump.to;
    behind_[jump.to][jump.over] = jump.from;
  }

  Bits points_ = 0;
  std::array<Jump, max_jumps> jumps_{};
  std::size_t jump_count_ = 0;
  PerPoint<std::array<Ray, max_rays>> rays_{};
  PerPoint<std::uint8_t> ray_counts_{};
  PerPoint<PerPoint<Point>> middle_{};
  PerPoint<PerPoint<Point>> behind_{};
  PerPoint<PerPoint<Bits>> between_{};
};

const Board& board_of(BoardSize size);

/// The number of hops from each point over a stone to an empty point, as binary numbers: bit p of
/// the k-th set is bit k of the number of point p.
struct HopCounts {
  /// Because lines meet in at most 10 directions.
  static constexpr std::size_t digits = 4;
  static_assert(Board::max_rays < 1 << digits);

  std::array<Bits, digits> sets;

  /// The sum of the numbers of some points.
  int total(Bits points) const {
    int sum = 0;
    for (std::size_t i = 0; i < digits; ++i) sum += std::popcount(sets[i] & points) << i;
    return sum;
  }
  /// The points whose numbers are not 0.
  Bits any() const { return sets[0] | sets[1] | sets[2] | sets[3]; }
};

/// The numbers depend on the occupied points alone, which many positions of a search have in
/// common. So each thread remembers those it needed last; the result is valid until its next call.
const HopCounts& hop_counts(BoardSize size, Bits occupied);

}  // namespace schiri::more_or_less
