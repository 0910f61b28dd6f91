#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace schiri::rating {

/// A directed graph on the players 0 to n-1.
using Graph = std::vector<std::vector<std::uint32_t>>;

/// A division of players: each inner list is one pool, its players ascending.
using Pools = std::vector<std::vector<std::uint32_t>>;

/// Strongly connected components, for a graph in which every edge has its reverse the connected
/// ones. A component with an edge to another stands before it; otherwise the order depends on the
/// graph alone (R. Tarjan 1972, without recursion).
Pools strong_components(const Graph& graph);

}  // namespace schiri::rating
