#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/games/more_or_less/board.h"

/// Counting the jump moves of one stone without making them.
///
/// While a stone hops, the occupied points stay the same, so its jump moves are walks in a graph:
/// its vertices are the empty points that the stone can come to and the point it starts from, and
/// two of them are joined if a stone lies between them. A walk may come to each vertex twice, to
/// the first once, as it begins there.
namespace schiri::more_or_less {

using Vertex = std::uint8_t;
using Vertices = std::uint32_t;

constexpr Vertices vertex_bit(Vertex v) { return Vertices{1} << v; }

/// Where hops lead, for all points of a position at once.
class Hops {
 public:
  Hops(const Board& board, Bits occupied);

  /// Where a stone that has been lifted from one point can hop to from another (or from the same),
  /// if that one is empty.
  Bits from(Point at, Point lifted) const {
    if (at == lifted) return next_[at];
    const Bits blind = bit(board_.behind(at, lifted)) & board_.points();
    return (next_[at] & ~blind) | (occupied_ >> board_.middle(at, lifted) & 1) << lifted;
  }

 private:
  const Board& board_;
  Bits occupied_;
  std::array<Bits, point_count> next_{};
};

/// The graph in which one stone hops. Vertex 0 is where it starts.
struct HopGraph {
  /// As 25 stones lie on 51 points at most.
  static constexpr std::size_t max_vertices = 27;

  HopGraph(const Hops& hops, Point start);

  std::size_t size = 0;
  std::array<Vertices, max_vertices> next{};
  std::array<Point, max_vertices> points{};
};

/// How often a walk may still come to each vertex.
struct Allowance {
  Vertices open;   ///< at least once more
  Vertices fresh;  ///< twice more; a part of `open`

  /// Where the stone stands before its first hop.
  static Allowance at_start(const HopGraph& graph) {
    const Vertices all = (Vertices{1} << graph.size) - 1;
    return {all, all & ~vertex_bit(0)};
  }

  /// What remains after coming to a vertex that is open.
  Allowance after(Vertex v) const {
    const Vertices used = vertex_bit(v) & ~fresh;
    return {open & ~used, fresh & ~vertex_bit(v)};
  }

  Allowance within(Vertices some) const { return {open & some, fresh & some}; }
};

/// Counts walks, exactly. What has been counted is remembered by the vertex and by the allowance of
/// the vertices that can still be reached; where all walks on to some part must pass a vertex that
/// may be entered only once, the two parts are counted apart and multiplied. So 40 thousand million
/// walks take about ten million numbers.
///
/// There is one memory for each thread, bounded; beyond it, and beyond 64 bits, Uncountable is
/// thrown.
class WalkCounter {
 public:
  /// The bound unless another is given: 16 bytes each, one GiB with the room to find them.
  static constexpr std::size_t max_remembered = std::size_t{1} << 25;

  /// The graph must outlive the counter. Forgets what another counter of this thread has counted,
  /// which must no longer be used. `remembered`: about how many numbers may be kept; a power of
  /// two, at least 4096.
  explicit WalkCounter(const HopGraph& graph, std::size_t remembered = max_remembered);

  /// The walks from a vertex, on which the stone stands already, of no hop or more.
  std::uint64_t count(Vertex from, Allowance allowance);
  /// The jump moves: all walks from the start of one hop or more.
  std::uint64_t count_moves() { return count(0, Allowance::at_start(graph_)) - 1; }
  /// Are there this many jump moves or fewer? Takes time for this many, and no memory.
  bool has_at_most(int moves) const { return count_few(0, Allowance::at_start(graph_), ++moves); }

 private:
  // Counting this many walks one by one is quicker than remembering them.
  static constexpr int few_walks = 300;

  // A vertex that walks end on, instead of anywhere.
  static constexpr Vertex anywhere = 31;

  bool count_few(Vertex from, Allowance allowance, int& left) const;
  std::uint64_t count_to(Vertex from, Allowance allowance, Vertex target);
  std::uint64_t count_reachable(Vertex from, Allowance allowance, Vertex target) {
    return count_to(from, allowance.within(reach(from, allowance.open)), target);
  }
  std::uint64_t count_hops(Vertex from, Allowance allowance, Vertex target);
  std::uint64_t count_parts(Vertex from, Allowance allowance, Vertex target, Vertex gate,
                            Vertices near);
  Vertices reach(Vertex from, Vertices open) const;
  bool separates(Vertex gate, Vertices all) const;
  std::uint64_t ends(Vertex at, Vertex target) const {
    return target == anywhere || (graph_.next[at] >> target & 1);
  }

  const HopGraph& graph_;
};

}  // namespace schiri::more_or_less
