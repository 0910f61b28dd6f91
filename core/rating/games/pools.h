#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

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

}  // namespace schiri::rating
