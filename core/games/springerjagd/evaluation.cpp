#include <array>

#include "core/games/springerjagd/hooks.h"

namespace schiri::springerjagd {

namespace {

// From a logistic regression of results over 200,000 positions of games of the alpha-beta bot
// against itself, rounded if games showed no difference.
constexpr int knight_value = 100;
// The opponent is to move: an attacked knight is almost lost, unless the other one recaptures. The
// mover's own can flee.
constexpr int doomed_value = 54;
constexpr int revenge_value = 50;
constexpr int endangered_value = 5;
// A knight without a safe square to go to.
constexpr int trapped_value = 6;
constexpr int trapped_next_value = 10;
constexpr int pair_value = 4;
constexpr int reserve_value = 3;
// A last knight with 0, 1 ... such squares, pairs included; tuned by games.
constexpr std::array last_knight_values{-30, -15, -8, -4, -2};

/// The knights of a side that the opponent could capture if it were to move.
Bits endangered(const Position& position, Side side) {
  const Bits attackers = position.army(opponent(side)).knights;
  const Bits neighbours = orthogonal_neighbours(attackers) & ~position.protected_knight();
  return position.army(side).knights & (knight_steps(attackers) | neighbours);
}

/// A side's view of the board.
struct View {
  View(const Position& board, Side its_side)
      : position(board),
        side(its_side),
        own(board.army(side)),
        enemy(board.army(opponent(side))),
        steps(knight_steps(own.knights)),
        attacked(knight_steps(enemy.knights)),
        blocked(own.all() | enemy.pairs) {}

  /// The targets of its knights.
  Bits reach() const { return steps & ~blocked; }
  bool has_one_knight() const { return std::has_single_bit(own.knights); }
  /// The safe targets of its only knight if it were to move, without captures of neighbours.
  Bits refuges_of_last() const { return (reach() | position.swappable(side)) & ~attacked; }

  const Position& position;
  const Side side;
  const SidePieces &own, &enemy;
  const Bits steps, attacked;  ///< a knight's step from its knights, and from the enemy's
  const Bits blocked;          ///< squares that its knights cannot go to
};

/// The knights without a safe square to go to.
int count_trapped(const View& view) {
  const Bits safe = ~(view.blocked | view.attacked);
  const Bits first = view.own.knights & -view.own.knights, second = view.own.knights ^ first;
  return (first && !(knight_steps(first) & safe)) + (second && !(knight_steps(second) & safe));
}

int value_of_danger(const View& view) {
  const Bits neighbours =
      orthogonal_neighbours(view.enemy.knights) & ~view.position.protected_knight();
  const Bits in_danger = view.own.knights & (view.attacked | neighbours);
  const int trapped = count_trapped(view);
  if (view.side == view.position.side_to_move()) {
    return -endangered_value * std::popcount(in_danger) - trapped_value * trapped;
  }
  const Bits guarded = in_danger & view.steps;
  return -doomed_value * std::popcount(in_danger) + revenge_value * std::popcount(guarded) -
         trapped_next_value * trapped;
}

int value_of_last_knight(const View& view) {
  if (!view.has_one_knight()) return 0;
  const auto refuges = static_cast<std::size_t>(std::popcount(view.refuges_of_last()));
  return refuges < last_knight_values.size() ? last_knight_values[refuges] : 0;
}

int one_sided(const Position& position, Side side) {
  const View view(position, side);
  return knight_value * std::popcount(view.own.knights) + value_of_danger(view) +
         value_of_last_knight(view) + step_value * std::popcount(view.reach()) +
         pair_value * std::popcount(view.own.pairs) + reserve_value * view.own.reserve();
}

}  // namespace

bool can_win_at_once(const Position& position) {
  const Side other = opponent(position.side_to_move());
  const Bits knights = position.army(other).knights;
  return std::has_single_bit(knights) && endangered(position, other);
}

bool has_no_defence(const Position& position) {
  const Side side = position.side_to_move();
  if (!std::has_single_bit(position.army(side).knights)) return false;
  const View view(position, side);
  if (view.refuges_of_last()) return false;
  const Bits neighbours =
      orthogonal_neighbours(view.own.knights) & view.enemy.knights & ~position.protected_knight();
  return !(neighbours & ~view.attacked);
}

int evaluate(const Position& position, Side side) {
  return one_sided(position, side) - one_sided(position, opponent(side));
}

namespace {

constexpr std::int32_t table[] = {
#include "core/games/springerjagd/network.inc"
};

}  // namespace

Networks built_in_networks(const Position&) {
  static const Networks networks = networks_of_tables({table});
  return networks;
}

}  // namespace schiri::springerjagd
