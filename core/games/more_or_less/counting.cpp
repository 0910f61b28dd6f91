#include "core/base/message.h"
#include "core/games/more_or_less/position.h"
#include "core/uncountable.h"

namespace schiri::more_or_less {

namespace {

/// The moves of one stone by number: its jump moves, then its glides.
class StoneMoves {
 public:
  StoneMoves(const Position& position, const Hops& hops, Point from)
      : position_(position), hops_(hops), graph_(hops, from), counter_(graph_) {}

  std::uint64_t count_jumps() { return graph_.next[0] ? counter_.count_moves() : 0; }

  std::uint64_t count_glides() const {
    int glides = 0;
    visit_stops([&](Point, Bits targets) {
      glides += std::popcount(targets);
      return true;
    });
    return static_cast<std::uint64_t>(glides);
  }

  /// `number` below count_jumps().
  Turn jump(std::uint64_t number) {
    Turn path = Turn::jump(graph_.points[0]);
    Vertex at = 0;
    Allowance allowance = Allowance::at_start(graph_);
    // Among the walks from each vertex, the first is the one that ends there.
    for (++number; number > 0;) {
      --number;
      at = pass_over(at, allowance, number);
      allowance = allowance.after(at);
      path.hop(graph_.points[at]);
    }
    return path;
  }

  /// `number` below count_glides().
  Turn glide(std::uint64_t number) const {
    Turn turn;
    visit_stops([&](Point stop, Bits targets) {
      const auto here = static_cast<std::uint64_t>(std::popcount(targets));
      if (number >= here) {
        number -= here;
        return true;
      }
      for (; number > 0; --number) targets &= targets - 1;
      turn = Turn::glide(graph_.points[0], stop, static_cast<Point>(std::countr_zero(targets)));
      return false;
    });
    return turn;
  }

 private:
  /// The next vertex of the walk of this number; the number becomes its number among the walks
  /// through that vertex.
  Vertex pass_over(Vertex at, Allowance allowance, std::uint64_t& number) {
    Vertices left = graph_.next[at] & allowance.open;
    for (;; left &= left - 1) {
      const auto to = static_cast<Vertex>(std::countr_zero(left));
      const std::uint64_t walks = counter_.count(to, allowance.after(to));
      if (number < walks) return to;
      number -= walks;
    }
  }

  /// Calls `bool visitor(Point stop, Bits targets)` for each point at which a slide can stop, with
  /// the points at which the hop can end.
  template <class Visitor>
  void visit_stops(const Visitor& visitor) const {
    const Point from = graph_.points[0];
    const Bits taken = position_.occupied();
    for (const Ray& ray : position_.board().rays(from)) {
      for (std::size_t i = 0; i < ray.length && !(taken >> ray.points[i] & 1); ++i) {
        if (!visitor(ray.points[i], hops_.from(ray.points[i], from))) return;
      }
    }
  }

  const Position& position_;
  const Hops& hops_;
  HopGraph graph_;
  WalkCounter counter_;
};

std::uint64_t add(std::uint64_t a, std::uint64_t b) {
  return exact_sum(
      a, b, message_pattern("More or Less: the number of turns in this position exceeds 64 bits"));
}

std::uint64_t choose_two(std::uint64_t n) { return n * (n - 1) / 2; }

Point pick(Bits from, Rng& rng) {
  for (std::uint64_t skipped = rng.below(static_cast<std::uint64_t>(std::popcount(from))); skipped;
       --skipped) {
    from &= from - 1;
  }
  return static_cast<Point>(std::countr_zero(from));
}

Turn random_placing(const Position& position, Rng& rng) {
  if (position.occupied() == 0) return Turn::place(0);
  const Bits free = position.board().points() & ~position.occupied();
  const Point first = pick(free, rng);
  return Turn::place(first, pick(free & ~bit(first), rng));
}

}  // namespace

std::uint64_t Position::count_turns() const {
  if (is_start()) return 1;
  if (is_placing()) {
    return choose_two(static_cast<std::uint64_t>(std::popcount(board().points() & ~occupied())));
  }
  if (ending()) return 0;
  const Hops hops(board(), occupied());
  std::uint64_t turns = 0;
  for (const Point at : places(stones(side_))) {
    StoneMoves moves(*this, hops, at);
    turns = add(turns, add(moves.count_jumps(), moves.count_glides()));
  }
  return turns == 0 ? 1 : turns;  // the pass
}

Turn Position::random_turn(Rng& rng) const {
  if (is_placing()) return random_placing(*this, rng);
  const Hops hops(board(), occupied());
  Turn chosen = Turn::pass();
  std::uint64_t turns = 0;
  for (const Point at : places(stones(side_))) {
    StoneMoves moves(*this, hops, at);
    const std::uint64_t jumps = moves.count_jumps(), own = add(jumps, moves.count_glides());
    if (own == 0) continue;
    // Reservoir sampling: each stone replaces the earlier choice with the probability of its share
    // of all moves so far.
    turns = add(turns, own);
    const std::uint64_t number = rng.below(turns);
    if (number >= own) continue;
    chosen = number < jumps ? moves.jump(number) : moves.glide(number - jumps);
  }
  return chosen;
}

}  // namespace schiri::more_or_less
