#include <array>
#include <bit>
#include <cstddef>

#include "core/games/more_or_less/position.h"

namespace schiri::more_or_less {

namespace {

Point nth_point(Bits set, std::uint64_t n) {
  for (; n > 0; --n) set &= set - 1;
  return static_cast<Point>(std::countr_zero(set));
}

Point draw(Bits set, Rng& rng) {
  return nth_point(set, rng.below(static_cast<std::uint64_t>(std::popcount(set))));
}

/// A stone and its first step: a hop or a slide.
struct Beginning {
  Point from;
  Bits stops;    ///< of a glide: the stops from which it can hop
  Point hop_to;  ///< of a jump move, otherwise no_point
};

/// All first steps in a position.
class Beginnings {
 public:
  Beginnings(const Position& position, const Hops& hops) : position_(position), hops_(hops) {
    for (const Point from : places(position.stones(position.side_to_move()))) {
      add_of(from);
    }
  }

  std::size_t size() const { return size_; }
  const Beginning& operator[](std::size_t i) const { return all_[i]; }

 private:
  void add_of(Point from) {
    for (const Point to : places(hops_.from(from, from))) {
      all_[size_++] = {from, 0, to};
    }
    for (const Ray& ray : position_.board().rays(from)) add_glide(from, ray);
  }

  void add_glide(Point from, const Ray& ray) {
    Bits stops = 0;
    for (std::size_t i = 0; i < ray.length; ++i) {
      const Point stop = ray.points[i];
      if (position_.occupied() & bit(stop)) break;
      if (hops_.from(stop, from)) stops |= bit(stop);
    }
    if (stops) all_[size_++] = {from, stops, no_point};
  }

  const Position& position_;
  const Hops& hops_;
  // Along each ray a stone either hops or slides.
  std::array<Beginning, stone_count * Board::max_rays> all_;
  std::size_t size_ = 0;
};

/// Continues a jump move after its first hop.
Turn draw_jump(const Hops& hops, const Beginning& beginning, Rng& rng) {
  const Point lifted = beginning.from;
  Turn path = Turn::jump(lifted);
  Bits once = bit(lifted), twice = 0;
  Bits onward = bit(beginning.hop_to);
  for (std::uint64_t choice = 0; choice < static_cast<std::uint64_t>(std::popcount(onward));) {
    const Point to = nth_point(onward, choice);
    path.hop(to);
    twice |= once & bit(to);
    once |= bit(to);
    onward = hops.from(to, lifted) & ~twice;
    choice = rng.below(static_cast<std::uint64_t>(std::popcount(onward)) + 1);
  }
  return path;
}

}  // namespace

Turn Position::sample_turn(Rng& rng) const {
  if (is_placing()) return random_turn(rng);
  const Hops hops(board(), occupied());
  const Beginnings beginnings(*this, hops);
  if (beginnings.size() == 0) return Turn::pass();
  const Beginning& chosen = beginnings[rng.below(beginnings.size())];
  if (chosen.stops == 0) return draw_jump(hops, chosen, rng);
  const Point stop = draw(chosen.stops, rng);
  return Turn::glide(chosen.from, stop, draw(hops.from(stop, chosen.from), rng));
}

}  // namespace schiri::more_or_less
