#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace schiri {

/// A perfect matching of maximum weight: J. Edmonds' primal-dual algorithm ("Maximum matching and a
/// polyhedron with 0,1-vertices", 1965), which grows one tree from one single vertex at a time. The
/// duals stay a proof of optimality when edges become lighter or are removed, so that a sequence of
/// similar problems takes little work.
///
/// `Graph` has a type `Weight`, an integer of any width with +, -, +=, -=, <=>, halve() and
/// twice(), and `bool weigh(a, b, Weight& twice)`: are a and b joined, and by which weight? The
/// weight is doubled. Its sums over all vertices must not overflow. `level(v)`: vertices of low
/// levels have the heavier edges; this only speeds up the start. `kind(v)`: a number below `bound`,
/// or `bound`. Two vertices of one kind below `bound` have edges of the same weight to each other
/// vertex that both are joined with; `strangers(v)` lists at least those not joined with v though
/// another of its kind is, in any order. This saves work if there are few kinds.
template <class Graph>
class WeightedMatching {
 public:
  using Weight = typename Graph::Weight;
  static constexpr std::size_t nobody = static_cast<std::size_t>(-1);

  /// The graph must outlive this object. Only the vertices of the list take part, all below
  /// `bound`. `hint[v]`: the vertex from which v should search for a mate.
  WeightedMatching(const Graph& graph, std::size_t bound, std::vector<std::size_t> vertices,
                   const std::vector<std::size_t>& hint);

  /// Couples all vertices; false if that is impossible.
  bool complete();
  std::size_t mate(std::size_t vertex) const { return mate_[vertex]; }

  /// Whether the edge can be part of an optimal matching; a result `true` may be wrong, `false` is
  /// not. Only after complete().
  bool may_couple(std::size_t a, std::size_t b) const;

  /// To be called before edges of this vertex become lighter or are removed: uncouples it and its
  /// mate.
  void release(std::size_t vertex);
  /// Is the vertex coupled and in no odd cycle?
  bool is_simple(std::size_t vertex) const { return top(vertex) == vertex; }
  /// To be called before edges anywhere become lighter or are removed; then call `recouple()`.
  void open_cycles();
  /// To be called after open_cycles() and the change: uncouples vertices whose edge has become
  /// lighter or was removed.
  void recouple();
  /// Couples two vertices if their mates can be coupled with each other without a loss that is
  /// easily found; returns whether it has.
  bool swap(std::size_t a, std::size_t b);
  /// release() before the removal of all edges of a vertex but one, for a trial: then call
  /// complete(), and restore() when the edges are back, even without success.
  void begin_trial(std::size_t vertex);
  /// Returns whether the one edge is optimal; then its two ends must be fixed at once. Otherwise
  /// the vertex and its mate are uncoupled.
  bool restore(std::size_t vertex);
  /// All edges of this vertex have become heavier by this doubled weight.
  void lift(std::size_t vertex, const Weight& twice) { label_[vertex] += twice; }
  /// Couples two vertices permanently and excludes them. An optimal matching with this couple must
  /// exist.
  void fix(std::size_t a, std::size_t b);

 private:
  enum class Mark : std::uint8_t { none, outer, inner };

  /// An edge, directed.
  struct Edge {
    std::size_t from = nobody;
    std::size_t to = nobody;
  };

  /// An odd cycle of nodes, the first of them its base; nodes are vertices, or cycles by their
  /// number from `bound`. Edge i leads from child i to the next.
  struct Cycle {
    std::vector<std::size_t> children;
    std::vector<Edge> edges;
    Weight dual{};
    std::size_t base = nobody;  ///< the vertex that is coupled with another node, if any
    std::size_t size = 0;       ///< vertices
  };

  Cycle& cycle(std::size_t node) { return cycles_[node - bound_]; }
  const Cycle& cycle(std::size_t node) const { return cycles_[node - bound_]; }
  bool is_cycle(std::size_t node) const { return node >= bound_; }
  template <class Visit>
  void for_vertices(std::size_t node, const Visit& visit) const;
  std::size_t base(std::size_t node) const { return is_cycle(node) ? cycle(node).base : node; }
  std::size_t size(std::size_t node) const { return is_cycle(node) ? cycle(node).size : 1; }
  std::size_t top(std::size_t vertex) const { return top_of_[group_[vertex]]; }
  Weight slack(std::size_t a, std::size_t b, const Weight& twice) const;

  void start(const std::vector<std::size_t>& hint);
  std::pair<Weight, std::size_t> need(std::size_t vertex, std::size_t hint) const;
  void couple(std::size_t a, std::size_t b);
  void uncouple(std::size_t node);
  void make_top(std::size_t node);
  void rotate(std::size_t node, std::size_t vertex);
  template <class Opens>
  void open(std::size_t node, Weight lift, const Opens& opens);
  std::size_t new_cycle();

  bool search(std::size_t root);
  void make_outer(std::size_t node, Edge from);
  void make_inner(std::size_t node, Edge from);
  bool scan(std::size_t vertex);
  bool reach(std::size_t vertex, std::size_t other);
  std::size_t twin_of(std::size_t vertex) const;
  bool copy_near(std::size_t vertex, std::size_t twin);
  bool grow(Edge edge);
  void shrink(Edge edge);
  void expand(std::size_t node);
  std::size_t parent(std::size_t node) const;
  std::size_t meeting_point(std::size_t a, std::size_t b);
  void refresh(std::size_t vertex);
  void consider(std::size_t vertex, std::size_t outer);
  void augment(Edge edge);
  void end_search();

  const Graph& graph_;
  std::size_t bound_;
  std::vector<std::size_t> vertices_;
  std::vector<std::uint8_t> takes_part_;  ///< by vertex
  std::vector<std::size_t> mate_;
  // Vertices whose top node, which is in no other, is the same have the same group: the number of
  // a node among them. A new cycle has that of its largest child, whose vertices remain as they
  // are.
  std::vector<std::size_t> group_;   ///< by vertex
  std::vector<std::size_t> top_of_;  ///< by group
  std::vector<std::size_t> up_;      ///< by node, the cycle of which it is a child, if any
  std::vector<Weight> label_;
  std::vector<Cycle> cycles_;
  std::vector<std::size_t> free_cycles_;

  // State of one search. Labels and duals of marked nodes are stored as of the end of the search,
  // which the clock leads up to: it adds to those of inner vertices and takes from those of outer
  // ones.
  std::vector<Mark> mark_;
  std::vector<Edge> entry_;        ///< by node: how an inner node was reached
  std::vector<std::size_t> near_;  ///< by vertex: the outer vertex whose edge becomes tight first
  std::vector<Weight> near_time_;
  std::vector<std::size_t> queue_;
  std::vector<std::vector<std::size_t>> scanned_;  ///< by kind: of all equal labels, the first
  std::vector<std::size_t> scanned_kinds_;
  std::vector<std::size_t> inner_cycles_;
  std::vector<std::size_t> on_path_;
  std::size_t path_ = 0;
  Weight clock_{};

  Weight loss_{};  ///< the change of the bound by labels and duals since a trial began
};

template <class Graph>
WeightedMatching<Graph>::WeightedMatching(const Graph& graph, std::size_t bound,
                                          std::vector<std::size_t> vertices,
                                          const std::vector<std::size_t>& hint)
    : graph_(graph),
      bound_(bound),
      vertices_(std::move(vertices)),
      takes_part_(bound),
      mate_(bound, nobody),
      group_(bound),
      top_of_(bound),
      up_(bound),
      label_(bound),
      mark_(bound),
      entry_(bound),
      near_(bound, nobody),
      near_time_(bound),
      scanned_(bound),
      on_path_(bound) {
  for (const std::size_t v : vertices_) {
    takes_part_[v] = 1;
    make_top(v);
  }
  start(hint);
}

/// Initial labels that no edge exceeds, and couples of tight edges.
template <class Graph>
void WeightedMatching<Graph>::start(const std::vector<std::size_t>& hint) {
  Weight twice;
  // Half of the best edge within one level; towards lower levels the rest that their labels leave.
  for (auto v = vertices_.rbegin(); v != vertices_.rend(); ++v) {
    bool any = false;
    for (const std::size_t u : vertices_) {
      if (u == *v || graph_.level(u) != graph_.level(*v) || !graph_.weigh(*v, u, twice)) continue;
      if (!any || label_[*v] < twice) label_[*v] = twice;
      any = true;
    }
    label_[*v].halve();
    for (const std::size_t u : vertices_) {
      if (graph_.level(u) <= graph_.level(*v) || !graph_.weigh(*v, u, twice)) continue;
      twice -= label_[u];
      if (!any || label_[*v] < twice) label_[*v] = twice;
      any = true;
    }
  }
  for (const std::size_t v : vertices_) {
    if (mate_[v] != nobody) continue;
    const auto [needed, partner] = need(v, hint[v]);
    label_[v] = needed;
    if (partner != nobody) couple(v, partner);
  }
}

/// The lowest label that a vertex can have given all others, and a single vertex that a tight edge
/// then joins to it, if there is one: the first from `hint` on, otherwise the first.
template <class Graph>
std::pair<typename Graph::Weight, std::size_t> WeightedMatching<Graph>::need(
    std::size_t vertex, std::size_t hint) const {
  Weight needed = label_[vertex], twice;
  std::size_t partner = nobody;
  bool any = false;
  for (const std::size_t u : vertices_) {
    if (u == vertex || !graph_.weigh(vertex, u, twice)) continue;
    twice -= label_[u];
    if (any && twice < needed) continue;
    if (!any || needed < twice) partner = nobody;
    any = true;
    needed = twice;
    if (mate_[u] == nobody && (partner == nobody || (partner < hint && u >= hint))) partner = u;
  }
  return {needed, partner};
}

template <class Graph>
template <class Visit>
void WeightedMatching<Graph>::for_vertices(std::size_t node, const Visit& visit) const {
  if (!is_cycle(node)) return visit(node);
  for (const std::size_t child : cycle(node).children) for_vertices(child, visit);
}

/// The slack of an edge between different top nodes, outside of a search.
template <class Graph>
typename Graph::Weight WeightedMatching<Graph>::slack(std::size_t a, std::size_t b,
                                                      const Weight& twice) const {
  return label_[a] + label_[b] - twice;
}

template <class Graph>
bool WeightedMatching<Graph>::may_couple(std::size_t a, std::size_t b) const {
  Weight twice;
  if (!graph_.weigh(a, b, twice)) return false;
  return group_[a] == group_[b] || slack(a, b, twice).is_zero();
}

template <class Graph>
void WeightedMatching<Graph>::couple(std::size_t a, std::size_t b) {
  mate_[a] = b;
  mate_[b] = a;
}

/// Uncouples a top node and its mate.
template <class Graph>
void WeightedMatching<Graph>::uncouple(std::size_t node) {
  const std::size_t vertex = base(node);
  if (mate_[vertex] == nobody) return;
  mate_[mate_[vertex]] = nobody;
  mate_[vertex] = nobody;
}

/// Makes a node that has been a child a top node.
template <class Graph>
void WeightedMatching<Graph>::make_top(std::size_t node) {
  top_of_[node] = node;
  for_vertices(node, [&](std::size_t v) { group_[v] = node; });
}

/// Makes a vertex of a node its base; couples all others in the node with each other.
template <class Graph>
void WeightedMatching<Graph>::rotate(std::size_t node, std::size_t vertex) {
  for (std::size_t child = vertex; base(node) != vertex; child = up_[child]) {
    Cycle& turned = cycle(up_[child]);
    if (turned.base != vertex) {
      const auto at = std::find(turned.children.begin(), turned.children.end(), child);
      const auto by = at - turned.children.begin();
      std::rotate(turned.children.begin(), at, turned.children.end());
      std::rotate(turned.edges.begin(), turned.edges.begin() + by, turned.edges.end());
      turned.base = vertex;
      for (std::size_t i = 1; by != 0 && i + 1 < turned.children.size(); i += 2) {
        const Edge edge = turned.edges[i];
        rotate(turned.children[i], edge.from);
        rotate(turned.children[i + 1], edge.to);
        couple(edge.from, edge.to);
      }
    }
  }
}

/// Dissolves a cycle that is in no other, and those in it, from outside to inside, for which
/// `opens(node)`; the other nodes become top nodes. Adds to the labels `lift` and what the duals
/// were for. The cycle must be single unless all those duals are zero.
template <class Graph>
template <class Opens>
void WeightedMatching<Graph>::open(std::size_t node, Weight lift, const Opens& opens) {
  if (!is_cycle(node) || !opens(node)) {
    for_vertices(node, [&](std::size_t v) { label_[v] += lift; });
    return make_top(node);
  }
  Cycle& opened = cycle(node);
  opened.dual.halve();
  loss_ -= opened.dual;
  lift += opened.dual;
  const auto children = std::move(opened.children);
  opened = Cycle();
  free_cycles_.push_back(node);
  for (const std::size_t child : children) open(child, lift, opens);
}

template <class Graph>
void WeightedMatching<Graph>::release(std::size_t vertex) {
  const std::size_t node = top(vertex);
  uncouple(node);
  if (!is_cycle(node)) return;
  rotate(node, vertex);
  mate_[vertex] = nobody;
  open(node, Weight(), [&](std::size_t inside) { return base(inside) == vertex; });
}

template <class Graph>
bool WeightedMatching<Graph>::swap(std::size_t a, std::size_t b) {
  const std::size_t left = mate_[a], right = mate_[b];
  if (!is_simple(a) || !is_simple(b) || !is_simple(left) || !is_simple(right)) return false;
  if (!may_couple(a, b) || !may_couple(left, right)) return false;
  couple(a, b);
  couple(left, right);
  return true;
}

template <class Graph>
void WeightedMatching<Graph>::begin_trial(std::size_t vertex) {
  loss_ = Weight();
  release(vertex);
}

template <class Graph>
bool WeightedMatching<Graph>::restore(std::size_t vertex) {
  if (mate_[vertex] != nobody && loss_.is_zero()) return true;
  uncouple(vertex);
  label_[vertex] = need(vertex, nobody).first;
  return false;
}

template <class Graph>
void WeightedMatching<Graph>::open_cycles() {
  const auto always = [](std::size_t) { return true; };
  for (const std::size_t v : vertices_) {
    if (!is_simple(v)) open(top(v), Weight(), always);
  }
}

template <class Graph>
void WeightedMatching<Graph>::recouple() {
  Weight twice;
  for (const std::size_t v : vertices_) {
    const std::size_t u = mate_[v];
    if (u == nobody || u < v) continue;
    if (!graph_.weigh(v, u, twice) || !slack(v, u, twice).is_zero()) uncouple(v);
  }
}

template <class Graph>
void WeightedMatching<Graph>::fix(std::size_t a, std::size_t b) {
  if (!is_simple(a) || mate_[a] != b) release(a);
  if (!is_simple(b) || mate_[b] != a) release(b);
  std::erase_if(vertices_, [&](std::size_t v) { return v == a || v == b; });
  takes_part_[a] = takes_part_[b] = 0;
  couple(a, b);
}

template <class Graph>
bool WeightedMatching<Graph>::complete() {
  for (const std::size_t v : vertices_) {
    if (mate_[v] == nobody && base(top(v)) == v && !search(top(v))) return false;
  }
  return true;
}

template <class Graph>
std::size_t WeightedMatching<Graph>::new_cycle() {
  if (!free_cycles_.empty()) {
    const std::size_t node = free_cycles_.back();
    free_cycles_.pop_back();
    return node;
  }
  cycles_.emplace_back();
  mark_.push_back(Mark::none);
  entry_.emplace_back();
  up_.push_back(nobody);
  top_of_.push_back(nobody);
  on_path_.push_back(0);
  return bound_ + cycles_.size() - 1;
}

/// Grows a tree of tight edges from a single node until it meets another, and couples all vertices
/// along the path; false if there is none.
template <class Graph>
bool WeightedMatching<Graph>::search(std::size_t root) {
  clock_ = Weight();
  for (const std::size_t v : vertices_) near_[v] = nobody;
  queue_.clear();
  for (const std::size_t kind : scanned_kinds_) scanned_[kind].clear();
  scanned_kinds_.clear();
  make_outer(root, Edge());
  for (;;) {
    while (!queue_.empty()) {
      const std::size_t vertex = queue_.back();
      queue_.pop_back();
      if (scan(vertex)) return true;
    }
    Edge edge;
    std::size_t tight_cycle = nobody;
    bool any = false;
    Weight first{};
    for (const std::size_t v : vertices_) {
      if (mark_[top(v)] == Mark::inner || near_[v] == nobody) continue;
      if (group_[v] == group_[near_[v]]) refresh(v);
      if (near_[v] == nobody || (any && first <= near_time_[v])) continue;
      any = true;
      first = near_time_[v];
      edge = {near_[v], v};
    }
    for (const std::size_t node : inner_cycles_) {
      Weight time = cycle(node).dual;
      time.halve();
      if (any && first <= time) continue;
      any = true;
      first = time;
      tight_cycle = node;
    }
    if (!any) {
      end_search();
      return false;
    }
    if (clock_ < first) clock_ = first;
    if (tight_cycle != nobody) {
      expand(tight_cycle);
    } else if (mark_[top(edge.to)] == Mark::outer) {
      shrink(edge);
    } else if (grow(edge)) {
      return true;
    }
  }
}

template <class Graph>
void WeightedMatching<Graph>::make_outer(std::size_t node, Edge from) {
  mark_[node] = Mark::outer;
  entry_[node] = from;
  for_vertices(node, [&](std::size_t v) {
    label_[v] += clock_;
    near_[v] = nobody;
    queue_.push_back(v);
  });
  if (is_cycle(node)) (cycle(node).dual -= clock_) -= clock_;
}

template <class Graph>
void WeightedMatching<Graph>::make_inner(std::size_t node, Edge from) {
  mark_[node] = Mark::inner;
  entry_[node] = from;
  for_vertices(node, [&](std::size_t v) { label_[v] -= clock_; });
  if (!is_cycle(node)) return;
  (cycle(node).dual += clock_) += clock_;
  inner_cycles_.push_back(node);
}

/// Examines the edges of an outer vertex; true if the search is finished.
///
/// Of vertices of one kind and label, only the first has all edges examined. For each edge of the
/// others, the same edge of the first one is known to an end of it that is not inner, or both its
/// ends are in one node.
template <class Graph>
bool WeightedMatching<Graph>::scan(std::size_t vertex) {
  const std::size_t twin = twin_of(vertex);
  if (twin != nobody && copy_near(vertex, twin)) {
    for (const std::size_t v : graph_.strangers(twin)) {
      if (takes_part_[v] && reach(vertex, v)) return true;
    }
    if (group_[twin] == group_[vertex]) return false;
    std::vector<std::size_t> hidden;
    for_vertices(top(twin), [&](std::size_t v) { hidden.push_back(v); });
    return std::any_of(hidden.begin(), hidden.end(),
                       [&](std::size_t v) { return reach(vertex, v); });
  }
  const std::size_t kind = graph_.kind(vertex);
  if (twin == nobody && kind < bound_) {
    if (scanned_[kind].empty()) scanned_kinds_.push_back(kind);
    scanned_[kind].push_back(vertex);
  }
  return std::any_of(vertices_.begin(), vertices_.end(),
                     [&](std::size_t v) { return reach(vertex, v); });
}

/// Examines an edge of an outer vertex, if there is one; true if the search is finished.
template <class Graph>
bool WeightedMatching<Graph>::reach(std::size_t vertex, std::size_t other) {
  if (group_[other] == group_[vertex]) return false;
  const Mark mark = mark_[top(other)];
  Weight twice;
  if (mark == Mark::inner || !graph_.weigh(vertex, other, twice)) return false;
  Weight time = slack(vertex, other, twice);
  if (mark == Mark::outer) time.halve();
  if (time <= clock_) {
    if (mark != Mark::outer) return grow({vertex, other});
    shrink({vertex, other});
    return false;
  }
  const auto [at, near] = mark == Mark::outer ? std::pair(vertex, other) : std::pair(other, vertex);
  if (near_[at] != nobody && near_time_[at] <= time) return false;
  near_[at] = near;
  near_time_[at] = time;
  return false;
}

/// Another outer vertex of the same kind and label, all of whose edges have been examined.
template <class Graph>
std::size_t WeightedMatching<Graph>::twin_of(std::size_t vertex) const {
  const std::size_t kind = graph_.kind(vertex);
  if (kind >= bound_) return nobody;
  for (const std::size_t v : scanned_[kind]) {
    if (label_[v] == label_[vertex]) return v == vertex ? nobody : v;
  }
  return nobody;
}

/// Gives an outer vertex the nearest outer vertex of its twin; false if it has no edge to that.
template <class Graph>
bool WeightedMatching<Graph>::copy_near(std::size_t vertex, std::size_t twin) {
  if (near_[twin] != nobody && group_[near_[twin]] == group_[twin]) refresh(twin);
  const std::size_t near = near_[twin];
  Weight twice;
  if (near != nobody && (group_[near] == group_[vertex] || !graph_.weigh(vertex, near, twice)))
    return false;
  near_[vertex] = near;
  near_time_[vertex] = near_time_[twin];
  return true;
}

/// Recomputes the nearest outer vertex if nodes have changed since.
template <class Graph>
void WeightedMatching<Graph>::refresh(std::size_t vertex) {
  near_[vertex] = nobody;
  const std::size_t twin = mark_[top(vertex)] == Mark::outer ? twin_of(vertex) : nobody;
  if (twin != nobody && group_[twin] == group_[vertex] && copy_near(vertex, twin)) {
    for (const std::size_t u : graph_.strangers(twin)) {
      if (takes_part_[u]) consider(vertex, u);
    }
    return;
  }
  for (const std::size_t u : vertices_) consider(vertex, u);
}

/// Is this vertex an outer one, and nearer than the others considered?
template <class Graph>
void WeightedMatching<Graph>::consider(std::size_t vertex, std::size_t outer) {
  if (group_[outer] == group_[vertex] || mark_[top(outer)] != Mark::outer) return;
  Weight twice;
  if (!graph_.weigh(vertex, outer, twice)) return;
  Weight time = slack(vertex, outer, twice);
  if (mark_[top(vertex)] == Mark::outer) time.halve();
  if (near_[vertex] != nobody && near_time_[vertex] <= time) return;
  near_[vertex] = outer;
  near_time_[vertex] = time;
}

/// Adds an unmarked node and its mate to the tree; true if it has no mate.
template <class Graph>
bool WeightedMatching<Graph>::grow(Edge edge) {
  const std::size_t node = top(edge.to);
  const std::size_t mate = mate_[base(node)];
  if (mate == nobody) {
    augment(edge);
    return true;
  }
  make_inner(node, edge);
  make_outer(top(mate), {base(node), mate});
  return false;
}

/// The parent node of a marked node in the tree; `nobody` for the root.
template <class Graph>
std::size_t WeightedMatching<Graph>::parent(std::size_t node) const {
  return entry_[node].from == nobody ? nobody : top(entry_[node].from);
}

/// The common ancestor of two outer nodes; `nobody` if there is none.
template <class Graph>
std::size_t WeightedMatching<Graph>::meeting_point(std::size_t a, std::size_t b) {
  ++path_;
  while (a != nobody || b != nobody) {
    if (a != nobody) {
      if (on_path_[a] == path_) return a;
      on_path_[a] = path_;
      a = parent(a);
    }
    std::swap(a, b);
  }
  return nobody;
}

/// An edge between outer nodes closes an odd cycle, which becomes an outer node.
template <class Graph>
void WeightedMatching<Graph>::shrink(Edge edge) {
  const std::size_t first = top(edge.from), second = top(edge.to);
  const std::size_t root = meeting_point(first, second);
  Cycle made;
  made.children.push_back(root);
  std::vector<std::size_t> down;
  for (std::size_t node = first; node != root; node = parent(node)) down.push_back(node);
  for (std::size_t i = down.size(); i-- > 0;) {
    made.children.push_back(down[i]);
    made.edges.push_back(entry_[down[i]]);
  }
  made.edges.push_back(edge);
  for (std::size_t node = second; node != root; node = parent(node)) {
    made.children.push_back(node);
    made.edges.push_back({entry_[node].to, entry_[node].from});
  }
  const std::size_t node = new_cycle();
  for (const std::size_t child : made.children) {
    if (is_cycle(child)) {
      const bool was_inner = mark_[child] == Mark::inner;
      Weight passed = clock_;
      passed.twice();
      if (was_inner) {
        cycle(child).dual -= passed;
        std::erase(inner_cycles_, child);
      } else {
        cycle(child).dual += passed;
      }
    }
    if (mark_[child] != Mark::inner) continue;
    for_vertices(child, [&](std::size_t v) {
      (label_[v] += clock_) += clock_;
      near_[v] = nobody;
      queue_.push_back(v);
    });
  }
  (made.dual -= clock_) -= clock_;
  entry_[node] = entry_[root];
  mark_[node] = Mark::outer;
  std::size_t largest = made.children.front();
  for (const std::size_t child : made.children) {
    mark_[child] = Mark::none;
    up_[child] = node;
    made.size += size(child);
    if (size(child) > size(largest)) largest = child;
  }
  made.base = base(root);
  const std::size_t group = group_[base(largest)];
  for (const std::size_t child : made.children) {
    if (child != largest) for_vertices(child, [&](std::size_t v) { group_[v] = group; });
  }
  top_of_[group] = node;
  cycle(node) = std::move(made);
}

/// An inner cycle whose dual has come to zero: its children on the path of even length from its
/// entry to its base stay in the tree, the others leave it.
template <class Graph>
void WeightedMatching<Graph>::expand(std::size_t node) {
  const Edge entry = entry_[node];
  const Cycle opened = std::move(cycle(node));
  std::erase(inner_cycles_, node);
  mark_[node] = Mark::none;
  cycle(node) = Cycle();
  free_cycles_.push_back(node);
  // The state before the search reached this node; every child is marked again below.
  for (const std::size_t child : opened.children) {
    make_top(child);
    mark_[child] = Mark::none;
    for_vertices(child, [&](std::size_t v) { label_[v] += clock_; });
  }
  const std::size_t count = opened.children.size();
  std::size_t at = 0;
  while (opened.children[at] != top(entry.to)) ++at;
  const bool forward = at % 2 == 1;
  Edge in = entry;
  while (at != 0) {
    // Two steps towards the base: an inner node and its mate.
    for (const Mark mark : {Mark::inner, Mark::outer}) {
      mark == Mark::inner ? make_inner(opened.children[at], in)
                          : make_outer(opened.children[at], in);
      const std::size_t next = forward ? (at + 1) % count : at - 1;
      const Edge edge = opened.edges[forward ? at : next];
      in = forward ? edge : Edge{edge.to, edge.from};
      at = next;
    }
  }
  make_inner(opened.children[0], in);
  const std::size_t beyond = top(mate_[base(opened.children[0])]);
  entry_[beyond].from = base(opened.children[0]);
  for (const std::size_t child : opened.children) {
    if (mark_[child] == Mark::none) for_vertices(child, [&](std::size_t v) { refresh(v); });
  }
}

/// Couples the two ends of an edge, the second of which is single, and flips the tree's path.
template <class Graph>
void WeightedMatching<Graph>::augment(Edge edge) {
  rotate(top(edge.to), edge.to);
  for (;;) {
    const std::size_t outer = top(edge.from);
    const std::size_t before = mate_[base(outer)];
    rotate(outer, edge.from);
    couple(edge.from, edge.to);
    if (before == nobody) break;
    const std::size_t inner = top(before);
    edge = entry_[inner];
    rotate(inner, edge.to);
  }
  end_search();
}

template <class Graph>
void WeightedMatching<Graph>::end_search() {
  for (const std::size_t v : vertices_) {
    const Mark mark = mark_[top(v)];
    if (mark == Mark::outer) label_[v] -= clock_;
    if (mark == Mark::inner) label_[v] += clock_;
  }
  Weight passed = clock_;
  passed.twice();
  std::vector<std::size_t> empty;
  for (const std::size_t v : vertices_) {
    const std::size_t node = top(v);
    if (is_cycle(node) && mark_[node] != Mark::none) {
      mark_[node] == Mark::outer ? cycle(node).dual += passed : cycle(node).dual -= passed;
      if (cycle(node).dual.is_zero()) empty.push_back(node);
    }
    mark_[node] = Mark::none;
  }
  inner_cycles_.clear();
  loss_ += clock_;
  for (const std::size_t node : empty) {
    open(node, Weight(), [&](std::size_t inside) { return cycle(inside).dual.is_zero(); });
  }
}

}  // namespace schiri
