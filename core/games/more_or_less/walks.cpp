#include "core/games/more_or_less/walks.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/base/message.h"
#include "core/base/probing_table.h"
#include "core/uncountable.h"

namespace schiri::more_or_less {

namespace {

[[noreturn, gnu::cold]] void give_up() {
  throw Uncountable(
      message("More or Less: this position has too many turns to be counted (that would take too "
              "much memory)"));
}

constexpr Pattern too_many_walks = message_pattern(
    "More or Less: this position has too many turns to be counted (their number exceeds 64 bits)");

std::uint64_t checked_sum(std::uint64_t a, std::uint64_t b) {
  return exact_sum(a, b, too_many_walks);
}

std::uint64_t checked_product(std::uint64_t a, std::uint64_t b) {
  return exact_product(a, b, too_many_walks);
}

/// A hash table that is fast to clear after little use.
class Memory {
 public:
  static constexpr std::uint64_t nothing = ~std::uint64_t{0};

  /// `most`: the maximum number of entries.
  void clear(std::size_t most) {
    most_ = most;
    if (has_grown_) {
      table_ = Table(initial_size);
      has_grown_ = false;
    } else if (used_.size() > initial_size / 8) {
      table_.clear();
    } else {
      table_.clear(used_);
    }
    used_.clear();
  }

  /// Keys are not 0.
  std::uint64_t find(std::uint64_t key) const {
    const auto* entry = table_.find(Kind::hash({key, 0}), HasKey{key});
    return entry ? entry->value : nothing;
  }

  void insert(std::uint64_t key, std::uint64_t value) {
    if (table_.size() >= most_) give_up();
    const std::size_t capacity = table_.capacity();
    const auto [entry, is_new] = table_.insert(Kind::hash({key, 0}), HasKey{key});
    *entry = {key, value};
    has_grown_ |= table_.capacity() != capacity;
    if (used_.size() <= initial_size / 8) used_.push_back(entry);
  }

 private:
  static constexpr std::size_t initial_size = 2000;

  struct Kind {
    struct Entry {
      std::uint64_t key = 0;
      std::uint64_t value = 0;
    };

    static bool is_free(const Entry& entry) { return entry.key == 0; }
    static std::uint64_t hash(const Entry& entry) {
      return (entry.key * 0x9e3779b97f4a7c15u) >> 20;
    }
  };
  using Table = ProbingTable<Kind>;

  struct HasKey {
    std::uint64_t key;

    bool operator()(const Kind::Entry& entry) const { return entry.key == key; }
  };

  Table table_{initial_size};
  bool has_grown_ = false;
  std::vector<Kind::Entry*> used_;  ///< the first ones, until the table grows
  std::size_t most_ = WalkCounter::max_remembered;
};

Memory& memory() {
  static thread_local Memory one;
  return one;
}

Vertex lowest(Vertices v) { return static_cast<Vertex>(std::countr_zero(v)); }

}  // namespace

Hops::Hops(const Board& board, Bits occupied) : board_(board), occupied_(occupied) {
  for (const Jump jump : board.jumps()) {
    const Bits over = occupied >> jump.over & 1;
    next_[jump.from] |= (over & ~(occupied >> jump.to)) << jump.to;
    next_[jump.to] |= (over & ~(occupied >> jump.from)) << jump.from;
  }
}

HopGraph::HopGraph(const Hops& hops, Point start) {
  std::array<Vertex, 64> vertices;
  Bits known = bit(start);
  vertices[start] = 0;
  points[size++] = start;
  for (std::size_t v = 0; v < size; ++v) {
    const Bits reached = hops.from(points[v], start);
    for (const Point at : places(reached & ~known)) {
      vertices[at] = static_cast<Vertex>(size);
      points[size++] = at;
    }
    known |= reached;
    for (const Point to : places(reached)) {
      next[v] |= vertex_bit(vertices[to]);
    }
  }
}

WalkCounter::WalkCounter(const HopGraph& graph, std::size_t remembered) : graph_(graph) {
  memory().clear(remembered);
}

std::uint64_t WalkCounter::count(Vertex from, Allowance allowance) {
  int left = few_walks;
  if (count_few(from, allowance, left)) return static_cast<std::uint64_t>(few_walks - left);
  return count_reachable(from, allowance, anywhere);
}

/// Counts walks one by one, `left` down to 0; returns false if there are more.
bool WalkCounter::count_few(Vertex from, Allowance allowance, int& left) const {
  if (--left < 0) return false;
  for (const Vertex to : places(graph_.next[from] & allowance.open)) {
    if (!count_few(to, allowance.after(to), left)) return false;
  }
  return true;
}

/// The vertices that walks from here can reach.
Vertices WalkCounter::reach(Vertex from, Vertices open) const {
  Vertices reached = graph_.next[from] & open;
  for (Vertices edge = reached; edge;) {
    const Vertices found = graph_.next[lowest(edge)] & open & ~reached;
    reached |= found;
    edge = (edge & (edge - 1)) | found;
  }
  return reached;
}

/// The walks of any length from a vertex, or with a target those that one more hop could extend to
/// the target. All open vertices must be reachable.
std::uint64_t WalkCounter::count_to(Vertex from, Allowance allowance, Vertex target) {
  if (!allowance.open || (target != anywhere && !(graph_.next[target] & allowance.open))) {
    return ends(from, target);
  }
  const std::uint64_t key = std::uint64_t{allowance.open} | std::uint64_t{allowance.fresh} << 27 |
                            std::uint64_t{from} << 54 | std::uint64_t{target} << 59;
  if (const std::uint64_t known = memory().find(key); known != Memory::nothing) return known;
  const std::uint64_t walks = count_hops(from, allowance, target);
  memory().insert(key, walks);
  return walks;
}

std::uint64_t WalkCounter::count_hops(Vertex from, Allowance allowance, Vertex target) {
  const Vertices open = allowance.open;
  for (const Vertex gate : places(open & ~allowance.fresh & ~vertex_bit(from))) {
    if (gate != target && separates(gate, open | vertex_bit(from))) {
      return count_parts(from, allowance, target, gate, reach(from, open & ~vertex_bit(gate)));
    }
  }
  const bool is_left_open = open & vertex_bit(from);
  std::uint64_t walks = ends(from, target);
  for (const Vertex to : places(graph_.next[from] & open)) {
    const Allowance after = allowance.after(to);
    // Unless a vertex was closed just now, reachability is unchanged.
    const bool as_before = is_left_open && (after.open & vertex_bit(to));
    walks = checked_sum(
        walks, as_before ? count_to(to, after, target) : count_reachable(to, after, target));
  }
  return walks;
}

/// Is this vertex a cut vertex of these connected vertices?
bool WalkCounter::separates(Vertex gate, Vertices all) const {
  const Vertices neighbours = graph_.next[gate] & all;
  all &= ~vertex_bit(gate);
  Vertices reached = neighbours & (0 - neighbours);
  for (Vertices edge = reached; edge && (neighbours & ~reached);) {
    const Vertices found = graph_.next[lowest(edge)] & all & ~reached;
    reached |= found;
    edge = (edge & (edge - 1)) | found;
  }
  return neighbours & ~reached;
}

/// Walks that stay on the near side of a gate, plus those that pass it: any walk to the gate
/// followed by any on the far side, because there is no way back.
std::uint64_t WalkCounter::count_parts(Vertex from, Allowance allowance, Vertex target, Vertex gate,
                                       Vertices near) {
  const Vertices far = allowance.open & ~near & ~vertex_bit(gate);
  const std::uint64_t staying =
      count_reachable(from, allowance.within(near | vertex_bit(gate)), target);
  const std::uint64_t going_on =
      count_reachable(gate, allowance.within(far), target) - ends(gate, target);
  if (going_on == 0) return staying;
  const std::uint64_t arriving = count_reachable(from, allowance.within(near), gate);
  return checked_sum(staying, checked_product(arriving, going_on));
}

}  // namespace schiri::more_or_less
