#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/rating/games/game_log.h"

namespace schiri::rating {

/// A directed graph on the players 0 to n-1.
using Graph = std::vector<std::vector<std::uint32_t>>;

/// A division of players: each inner list is one pool, its players ascending.
using Pools = std::vector<std::vector<std::uint32_t>>;

/// Which players are connected, found while edges are added (union-find).
class Connections {
 public:
  explicit Connections(std::size_t players);

  void connect(std::uint32_t a, std::uint32_t b);
  /// Pools by their first player; players without an edge are in none.
  Pools pools();

 private:
  std::uint32_t root(std::uint32_t player);

  std::vector<std::uint32_t> parent_;  ///< lower than the player, or the player itself
  std::vector<bool> connected_;
};

/// Strongly connected components. A component with an edge to another comes before it; otherwise
/// the order depends on the graph alone (R. Tarjan 1972, without recursion).
Pools strong_components(const Graph& graph);

/// Whether games determine White's advantage beside the players' ratings: whether the column of
/// White's side in the design matrix is no combination of the players' columns. It is one if
/// numbers x exist with x_white - x_black = 1 for every game: then higher x and White's advantage
/// say the same. Games determine the advantage as soon as they close a circle whose steps, +1 from
/// White to Black and -1 from Black to White, do not add up to 0: two games of two players with
/// both colours, or three players who met once each. A tree of games never does.
class AdvantageRank {
 public:
  explicit AdvantageRank(std::size_t players);

  void add(PlayerId white, PlayerId black);
  bool is_determined() const { return is_determined_; }

 private:
  /// x_player - x_root.
  struct Place {
    PlayerId root;
    std::int64_t offset;
  };

  Place find(PlayerId player);

  std::vector<PlayerId> parent_;      ///< the player itself for a root
  std::vector<std::int64_t> offset_;  ///< x_player - x_parent
  bool is_determined_ = false;
};

}  // namespace schiri::rating
