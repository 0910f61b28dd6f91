#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/game.h"
#include "core/games/more_or_less/board.h"
#include "core/games/more_or_less/turn.h"
#include "core/games/more_or_less/walks.h"
#include "core/hooks.h"

/// More or Less (Arthur Blumberg, Kadon Enterprises): 25 reversible stones that turn over when they
/// are jumped; 19 or more stones win, and so do 6 or fewer. The rules are here, the hooks for bots
/// in other headers (included by hooks.h), the notation in notation/games/more_or_less. Uses
/// core/base and core/bots.
namespace schiri::more_or_less {

inline constexpr int stone_count = 25;
/// A mover with at least `many_stones` or at most `few_stones` after the turn has won.
inline constexpr int many_stones = 19;
inline constexpr int few_stones = stone_count - many_stones;
/// Turns of each player of the standard game once all stones are placed.
inline constexpr int standard_turns = 12;

/// The settings of a game.
struct Variant {
  constexpr Variant(BoardSize board = BoardSize::points_51, int turns = standard_turns)
      : size(board), turns_per_side(static_cast<std::uint8_t>(turns)) {}

  BoardSize size;
  std::uint8_t turns_per_side;  ///< once all stones are placed

  friend bool operator==(const Variant&, const Variant&) = default;
};

/// The rules that a turn can break.
enum class Violation : std::uint8_t {
  no_such_point,    ///< the board does not have the point
  centre_first,     ///< White's first stone goes to the centre, alone
  two_stones,       ///< while placing, a turn is two stones
  same_point,       ///< both on one point
  point_taken,      ///< a stone is placed on another
  still_placing,    ///< a stone is moved, or the player passes, while stones are to be placed
  placing_is_over,  ///< a stone is placed when all are
  turn_exists,      ///< a pass by a player who can move
  no_stone_there,   ///< the point it starts from is empty
  opponents_stone,  ///< the stone there is not the mover's
  no_line,          ///< a slide between points that no line joins
  slide_blocked,    ///< a stone lies in the way of the slide or where it stops
  no_jump,          ///< a hop between points that are not two apart on a line
  nothing_jumped,   ///< a hop over an empty point
  landing_taken,    ///< a hop to a point that is not empty
  third_visit,      ///< a hop to a point that the stone has visited twice
};

/// A broken rule, and the index of the point of the turn that breaks it.
struct Objection {
  Violation rule;
  std::uint8_t at = 0;
};

/// The endings, in the order in which they are tested.
inline constexpr std::string_view stones_reason = "stones";
inline constexpr std::string_view turns_reason = "turns";

class Position {
 public:
  using Turn = more_or_less::Turn;
  using Violation = more_or_less::Violation;
  /// See core/hooks.h.
  using Hooks = schiri::Hooks<Hook::visit_candidates, Hook::visit_steps, Hook::sample_turn,
                              Hook::evaluation_scale, Hook::features_of, Hook::both_features_of,
                              Hook::built_in_networks, Hook::perft>;

  /// The start of the game.
  constexpr Position() = default;
  explicit constexpr Position(Variant variant) : variant_(variant) {}

  /// Any position that a game can have, see the notation's read_position. `turns_made`: by both
  /// players since all stones were placed.
  constexpr Position(Variant variant, std::array<Bits, 2> stones, Side side, int turns_made)
      : stones_(stones),
        variant_(variant),
        side_(side),
        turns_made_(static_cast<std::uint8_t>(turns_made)) {}

  constexpr Variant variant() const { return variant_; }
  constexpr BoardSize board_size() const { return variant_.size; }
  const Board& board() const { return board_of(variant_.size); }
  constexpr Side side_to_move() const { return side_; }
  constexpr Bits stones(Side side) const { return stones_[index(side)]; }
  constexpr int count_stones(Side side) const { return std::popcount(stones(side)); }
  constexpr Bits occupied() const { return stones_[0] | stones_[1]; }
  constexpr bool is_placing() const { return std::popcount(occupied()) < stone_count; }
  /// The turns of this player since all stones were placed; Black has the first of them.
  constexpr int turns_made(Side side) const { return (turns_made_ + (side == Side::black)) / 2; }
  /// The turns of both players until the end; those of the whole phase while placing.
  constexpr int turns_left() const { return 2 * variant_.turns_per_side - turns_made_; }

  std::optional<Ending> ending() const {
    if (turns_made_ == 0) return std::nullopt;
    const Side mover = opponent(side_);
    const int own = count_stones(mover);
    if (own >= many_stones || own <= few_stones) return Ending{win_for(mover), stones_reason};
    if (turns_left() > 0) return std::nullopt;
    return Ending{win_for(2 * own < stone_count ? mover : side_), turns_reason};
  }
  std::optional<Ending> ending_after(const Turn&) const { return ending(); }

  /// The first violation of the turn.
  std::optional<Objection> objection(const Turn& turn) const;
  std::optional<Violation> violation(const Turn& turn) const {
    const auto found = objection(turn);
    return found ? std::optional(found->rule) : std::nullopt;
  }
  bool is_legal(const Turn& turn) const { return !objection(turn); }

  /// Stones come and never leave, then turns are numbered: no position comes twice.
  bool is_irreversible(const Turn&) const { return true; }

  void play(const Turn& turn);

  /// Exact; throws Uncountable if it cannot be, see WalkCounter.
  std::uint64_t count_turns() const;
  /// Each path is equally likely, even if several lead to the same position. Throws Uncountable.
  Turn random_turn(Rng& rng) const;
  /// For playouts: drawn step by step in a fraction of a microsecond, however many turns there are.
  /// Each first step of a move (a stone's first hop, or a way for it to slide) is equally likely,
  /// then each of the hops that can follow and the end of the turn, or each point to stop at and
  /// each hop from there. While placing, each turn is equally likely.
  Turn sample_turn(Rng& rng) const;

  /// One stone after the other in board order: its jump moves, shorter before longer along each
  /// path, then its glides. Uses constant memory, however many there are.
  template <class Visitor>
  bool visit_turns(Visitor&& visitor) const {
    return visit_outcomes([&](const Turn& turn, const Position&) { return visitor(turn); });
  }

  /// Like visit_turns, with the position that each turn leads to: `bool visitor(Turn, Position)`.
  template <class Visitor>
  bool visit_outcomes(Visitor&& visitor) const {
    if (is_placing()) return visit_placings(visitor);
    if (ending()) return true;
    const Hops hops(board(), occupied());
    bool none = true;
    const auto note = [&](const Turn& turn, const Position& next) {
      none = false;
      return visitor(turn, next);
    };
    for (const Point from : places(stones(side_))) {
      if (!visit_moves(hops, from, note)) return false;
    }
    return none ? visitor(Turn::pass(), after_moving(0, 0)) : true;
  }

  /// For bots: one turn for each position that can be reached, as far as a limited number of paths
  /// shows it. If a stone has more paths, longer ones are extended only from the most promising
  /// hops: those after which the mover has the most stones, or the fewest. At most a few thousand
  /// turns.
  template <class Visitor>
  bool visit_candidates(Visitor&& visitor) const {
    if (is_placing() || ending()) return visit_turns(visitor);
    for (const Turn& turn : moving_candidates()) {
      if (!visitor(turn)) return false;
    }
    return true;
  }

  /// Calls `bool visitor(Turn, bool complete)` for each way to go on by one step from a turn that
  /// has no part yet (Turn{}) or is not complete: one stone more to place. Of the moves, which
  /// visit_candidates chooses hop by hop, each is one step.
  template <class Visitor>
  bool visit_steps(const Turn& so_far, Visitor&& visitor) const {
    if (is_placing()) return visit_placing_steps(so_far, visitor);
    return visit_candidates([&](const Turn& turn) { return visitor(turn, true); });
  }

  // The parts of visit_outcomes.

  /// `moved`: the two points of the mover's stone that moves, or empty.
  Position after_moving(Bits moved, Bits turned) const {
    Position next = *this;
    next.stones_[0] ^= turned;
    next.stones_[1] ^= turned;
    next.stones_[index(side_)] ^= moved;
    next.side_ = opponent(side_);
    ++next.turns_made_;
    return next;
  }

  template <class Visitor>
  bool visit_jumps(const HopGraph& graph, Visitor& visitor) const {
    Turn path = Turn::jump(graph.points[0]);
    return visit_hops({*this, graph}, 0, Allowance::at_start(graph), 0, path, visitor);
  }

  template <class Visitor>
  bool visit_glides(const Hops& hops, Point from, Visitor& visitor) const {
    const Bits taken = occupied();
    for (const Ray& ray : board().rays(from)) {
      for (std::size_t i = 0; i < ray.length && !(taken >> ray.points[i] & 1); ++i) {
        const Point stop = ray.points[i];
        for (const Point to : places(hops.from(stop, from))) {
          const Bits turned = bit(board().middle(stop, to));
          const Position next = after_moving(bit(from) ^ bit(to), turned);
          if (!visitor(Turn::glide(from, stop, to), next)) return false;
        }
      }
    }
    return true;
  }

  std::uint64_t hash() const;

  friend bool operator==(const Position&, const Position&) = default;

 private:
  static constexpr unsigned index(Side side) { return static_cast<unsigned>(side); }
  bool is_start() const { return occupied() == 0; }

  Position after_placing(Bits placed) const {
    Position next = *this;
    next.stones_[index(side_)] |= placed;
    next.side_ = opponent(side_);
    return next;
  }

  std::optional<Objection> objection_to_placing(const Turn& turn) const;
  std::optional<Objection> objection_to_jump(const Turn& turn) const;
  std::optional<Objection> objection_to_glide(const Turn& turn) const;
  std::optional<Violation> objection_to_stone(Point from) const;
  std::optional<Violation> objection_to_hop(Point from, Point to, Bits occupied) const;
  bool has_move() const;
  std::vector<Turn> moving_candidates() const;

  template <class Visitor>
  bool visit_placings(Visitor& visitor) const {
    if (is_start()) return visitor(Turn::place(0), after_placing(bit(0)));
    const Bits free = board().points() & ~occupied();
    for (const Point a : places(free)) {
      for (const Point b : places(free & ~(2 * bit(a) - 1))) {
        if (!visitor(Turn::place(a, b), after_placing(bit(a) | bit(b)))) return false;
      }
    }
    return true;
  }

  template <class Visitor>
  bool visit_placing_steps(const Turn& so_far, Visitor& visitor) const {
    if (is_start()) return visitor(Turn::place(0), true);
    const bool is_second = so_far.length > 0;
    const Bits taken = occupied() | (is_second ? bit(so_far.from()) : 0);
    for (const Point at : places(board().points() & ~taken)) {
      const Turn turn = is_second ? Turn::place(so_far.from(), at) : Turn::place(at);
      if (!visitor(turn, is_second)) return false;
    }
    return true;
  }

  template <class Visitor>
  bool visit_moves(const Hops& hops, Point from, Visitor& visitor) const {
    if (hops.from(from, from)) {
      if (!visit_jumps(HopGraph(hops, from), visitor)) return false;
    }
    return visit_glides(hops, from, visitor);
  }

  struct Stage {
    const Position& position;
    const HopGraph& graph;
  };

  template <class Visitor>
  static bool visit_hops(const Stage& stage, Vertex at, Allowance allowance, Bits turned,
                         Turn& path, Visitor& visitor) {
    const HopGraph& graph = stage.graph;
    const Board& board = stage.position.board();
    for (const Vertex next : places(graph.next[at] & allowance.open)) {
      const Point to = graph.points[next];
      const Bits all_turned = turned ^ bit(board.middle(graph.points[at], to));
      path.hop(to);
      const bool go_on =
          visitor(path, stage.position.after_moving(bit(path.from()) ^ bit(to), all_turned)) &&
          visit_hops(stage, next, allowance.after(next), all_turned, path, visitor);
      path.take_back();
      if (!go_on) return false;
    }
    return true;
  }

  std::array<Bits, 2> stones_{};
  Variant variant_{};
  Side side_ = Side::white;
  std::uint8_t turns_made_ = 0;
};

static_assert(GamePosition<Position>);

}  // namespace schiri::more_or_less
