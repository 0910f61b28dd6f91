#include <algorithm>
#include <vector>

#include "core/games/more_or_less/board.h"
#include "core/games/more_or_less/hooks.h"

namespace schiri::more_or_less {

namespace {

/// Points lie in rings of ten around O. Rotates each ring by `step` places, after a reflection if
/// requested.
PointMap ring_map(int step, bool mirrored) {
  PointMap map{};
  for (int at = 1; at < static_cast<int>(point_count); ++at) {
    const int ring = (at - 1) / 10, place = (at - 1) % 10;
    const int turned = ((mirrored ? 10 - place : place) + step) % 10;
    map[static_cast<std::size_t>(at)] = static_cast<Point>(1 + 10 * ring + turned);
  }
  return map;
}

bool keeps(const Board& board, const PointMap& map) {
  return std::all_of(board.jumps().begin(), board.jumps().end(), [&](const Jump& jump) {
    return board.middle(map[jump.from], map[jump.to]) == map[jump.over];
  });
}

std::vector<PointMap> maps_of(const Board& board) {
  std::vector<PointMap> maps;
  for (int turn = 0; turn < 20; ++turn) {
    const PointMap map = ring_map(turn % 10, turn >= 10);
    if (keeps(board, map)) maps.push_back(map);
  }
  return maps;
}

/// The stones that can hop.
Bits hopping(const Position& position) {
  return hop_counts(position.board_size(), position.occupied()).any() & position.occupied();
}

Features features(const Position& position, Side side, Bits hoppers) {
  const Bits own = position.stones(side), enemy = position.stones(opponent(side));
  // Networks know games of the standard length.
  const int turns = 2 * standard_turns - position.turns_left();
  return {own, enemy, own & hoppers, enemy & hoppers,
          Bits{1} << turns | Bits{1} << (32 + std::popcount(own))};
}

}  // namespace

std::span<const PointMap> symmetries_of(BoardSize size) {
  static const std::array<std::vector<PointMap>, 2> maps = {
      maps_of(board_of(BoardSize::points_51)), maps_of(board_of(BoardSize::points_31))};
  return maps[static_cast<std::size_t>(size)];
}

Features features_of(const Position& position, Side side) {
  return features(position, side, hopping(position));
}

std::array<Features, 2> both_features_of(const Position& position) {
  const Bits hoppers = hopping(position);
  return {features(position, Side::white, hoppers), features(position, Side::black, hoppers)};
}

namespace {

// Rounded from a logistic regression of results over positions of games that the alpha-beta bot
// played against itself, one for each board. Hops of a side's own stones are good and the
// opponent's bad, any hops are good for the side to move, and a lead of fewer stones counts more
// near the end. On the small board, on which both sides soon reach six stones, the hops of the side
// to move and the lead's decay count half as much again: searching bots play equally well, and
// greedy loses fewer games with it.
struct Weights {
  int own_hop, enemy_hop;  // hops of stones from their points
  int hop;                 // hops from empty points, for the side to move
  int lead_now;            // of each extra stone, in the last turn
  int lead_step;           // reduction for each turn before
};

constexpr Weights placing_51 = {6, 6, -1, 0, 0};
constexpr Weights moving_51 = {8, 9, 3, -90, 5};
constexpr Weights placing_31 = {20, 26, 1, 0, 0};
constexpr Weights moving_31 = {30, 20, 45, -160, 12};

const Weights& weights_of(const Position& position) {
  if (position.board_size() == BoardSize::points_31) {
    return position.is_placing() ? placing_31 : moving_31;
  }
  return position.is_placing() ? placing_51 : moving_51;
}

int value_for_mover(const Position& position) {
  const Weights& weights = weights_of(position);
  const Side mover = position.side_to_move();
  const Bits own = position.stones(mover), enemy = position.stones(opponent(mover));
  const int lead_value = std::min(weights.lead_now + weights.lead_step * position.turns_left(), 0);
  const HopCounts& hops = hop_counts(position.board_size(), position.occupied());
  return weights.own_hop * hops.total(own) - weights.enemy_hop * hops.total(enemy) +
         weights.hop * hops.total(~position.occupied()) +
         lead_value * (std::popcount(own) - std::popcount(enemy));
}

}  // namespace

int count_hops(const Position& position) {
  return hop_counts(position.board_size(), position.occupied()).total(~position.occupied());
}

int evaluate(const Position& position, Side side) {
  const int value = value_for_mover(position);
  return side == position.side_to_move() ? value : -value;
}

namespace {

constexpr std::int32_t table_51[] = {
#include "core/games/more_or_less/network_51.inc"
};
constexpr std::int32_t table_31[] = {
#include "core/games/more_or_less/network_31.inc"
};

}  // namespace

Networks built_in_networks(const Position&) {
  static const Networks networks = networks_of_tables({table_51, table_31});
  return networks;
}

}  // namespace schiri::more_or_less
