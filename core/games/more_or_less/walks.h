#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/games/more_or_less/board.h"

/// Counts the jump moves of one stone without generating them.
///
/// While a stone hops, the occupied points stay the same, so its jump moves are walks in a graph:
/// its vertices are the empty points that the stone can reach and its start, and two of them are
/// joined if a stone lies between them. A walk may visit each vertex twice, counting its beginning
/// at the first.
namespace schiri::more_or_less {

using Vertex = std::uint8_t;
using Vertices = std::uint32_t;

constexpr Vertices vertex_bit(Vertex v) { return Vertices{1} << v; }

/// The hops of a position, for all points at once.
class Hops {
 public:
  Hops(const Board& board, Bits occupied);

  /// The targets of a stone lifted from one point that hops from another (or from the same), which
  /// must be empty.
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

/// The graph in which one stone hops. Vertex 0 is its start.
struct HopGraph {
  /// Because 25 stones lie on at most 51 points.
  static constexpr std::size_t max_vertices = 27;

  HopGraph(const Hops& hops, Point start);

  std::size_t size = 0;
  std::array<Vertices, max_vertices> next{};
  std::array<Point, max_vertices> points{};
};

/// The number of visits that a walk may still make to each vertex.
struct Allowance {
  Vertices open;   ///< at least once more
  Vertices fresh;  ///< twice more; a part of `open`

  /// The state before the first hop.
  static Allowance at_start(const HopGraph& graph) {
    const Vertices all = (Vertices{1} << graph.size) - 1;
    return {all, all & ~vertex_bit(0)};
  }

  /// The state after a visit to a vertex that is open.
  Allowance after(Vertex v) const {
    const Vertices used = vertex_bit(v) & ~fresh;
    return {open & ~used, fresh & ~vertex_bit(v)};
  }

  Allowance within(Vertices some) const { return {open & some, fresh & some}; }
};

/// Counts walks exactly. Counts are memoised by the vertex and the remaining visits of the
/// reachable vertices; if all walks to some part must pass a vertex that may be entered only once,
/// the two parts are counted separately and multiplied. So 40 thousand million walks take about ten
/// million numbers.
///
/// Each thread has one bounded table; if it or 64 bits do not suffice, Uncountable is thrown.
class WalkCounter {
 public:
  /// The default bound: 16 bytes each, one GiB with the free entries.
  static constexpr std::size_t max_remembered = std::size_t{1} << 25;

  /// The graph must outlive the counter. Clears the table of this thread's previous counter, which
  /// must no longer be used. `remembered`: the approximate maximum number of entries; a power of
  /// two, at least 4096.
  explicit WalkCounter(const HopGraph& graph, std::size_t remembered = max_remembered);

  /// The walks from the stone's current vertex, of no hop or more.
  std::uint64_t count(Vertex from, Allowance allowance);
  /// The jump moves: all walks from the start of one hop or more.
  std::uint64_t count_moves() { return count(0, Allowance::at_start(graph_)) - 1; }
  /// Are there at most `moves` jump moves? Takes time in proportion to that number, and no memory.
  bool has_at_most(int moves) const { return count_few(0, Allowance::at_start(graph_), ++moves); }

 private:
  // Counting this many walks one by one is quicker than remembering them.
  static constexpr int few_walks = 300;

  // The vertex on which walks must end, if set.
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
