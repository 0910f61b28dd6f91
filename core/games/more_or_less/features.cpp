#include "core/games/more_or_less/features.h"

#include <algorithm>
#include <vector>

namespace schiri::more_or_less {

namespace {

using Map = std::array<Point, point_count>;

/// Points lie in rings of ten around O. `step` places on in each, perhaps after a mirror.
Map ring_map(int step, bool mirrored) {
  Map map{};
  for (int at = 1; at < static_cast<int>(point_count); ++at) {
    const int ring = (at - 1) / 10, place = (at - 1) % 10;
    const int turned = ((mirrored ? 10 - place : place) + step) % 10;
    map[static_cast<std::size_t>(at)] = static_cast<Point>(1 + 10 * ring + turned);
  }
  return map;
}

bool keeps(const Board& board, const Map& map) {
  return std::ranges::all_of(board.jumps(), [&](const Jump& jump) {
    return board.middle(map[jump.from], map[jump.to]) == map[jump.over];
  });
}

std::vector<Map> maps_of(const Board& board) {
  std::vector<Map> maps;
  for (int turn = 0; turn < 20; ++turn) {
    const Map map = ring_map(turn % 10, turn >= 10);
    if (keeps(board, map)) maps.push_back(map);
  }
  return maps;
}

const std::vector<Map>& maps_of(BoardSize size) {
  static const std::array<std::vector<Map>, 2> maps = {maps_of(board_of(BoardSize::points_51)),
                                                       maps_of(board_of(BoardSize::points_31))};
  return maps[static_cast<std::size_t>(size)];
}

Bits mapped(Bits points, const Map& map) {
  Bits result = 0;
  for (Bits left = points; left; left &= left - 1) {
    result |= bit(map[static_cast<std::size_t>(std::countr_zero(left))]);
  }
  return result;
}

Bits hopping(const Position& position) {
  const Hops hops(position.board(), position.occupied());
  Bits found = 0;
  for (Bits left = position.occupied(); left; left &= left - 1) {
    const auto at = static_cast<Point>(std::countr_zero(left));
    if (hops.from(at, at)) found |= bit(at);
  }
  return found;
}

}  // namespace

int feature_symmetries(const Position& position) {
  return static_cast<int>(maps_of(position.board_size()).size());
}

std::array<Bits, 5> features_of(const Position& position, Side side, int symmetry) {
  const Bits own = position.stones(side), enemy = position.stones(opponent(side));
  const Bits hoppers = hopping(position);
  std::array<Bits, 5> features = {own, enemy, own & hoppers, enemy & hoppers};
  if (symmetry > 0) {
    const Map& map = maps_of(position.board_size())[static_cast<std::size_t>(symmetry)];
    for (Bits& points : features) points = mapped(points, map);
  }
  const int turns = position.turns_made(Side::white) + position.turns_made(Side::black);
  features[4] = Bits{1} << turns | Bits{1} << (32 + std::popcount(own));
  return features;
}

}  // namespace schiri::more_or_less
