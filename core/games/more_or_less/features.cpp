#include "core/games/more_or_less/features.h"

#include <algorithm>
#include <vector>

#include "core/games/more_or_less/hop_counts.h"

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

Bits mapped(Bits points, const PointMap& map) {
  Bits result = 0;
  for (const Point at : places(points)) {
    result |= bit(map[at]);
  }
  return result;
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

int feature_symmetries(const Position& position) {
  return static_cast<int>(symmetries_of(position.board_size()).size());
}

Features features_of(const Position& position, Side side, int symmetry) {
  Features seen = features(position, side, hopping(position));
  if (symmetry == 0) return seen;
  const PointMap& map = symmetries_of(position.board_size())[static_cast<std::size_t>(symmetry)];
  for (std::size_t word = 0; word < seen.size() - 1; ++word) seen[word] = mapped(seen[word], map);
  return seen;
}

std::array<Features, 2> both_features_of(const Position& position) {
  const Bits hoppers = hopping(position);
  return {features(position, Side::white, hoppers), features(position, Side::black, hoppers)};
}

}  // namespace schiri::more_or_less
