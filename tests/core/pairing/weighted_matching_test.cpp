#include "core/pairing/weighted_matching.h"

#include "core/base/random.h"
#include "core/base/wide_integer.h"
#include "core/pairing/matching.h"
#include "tests/catch.h"

namespace weighted_matching_test {

constexpr int no_edge = -1;

/// A graph with weights of several words. The tests use the highest word.
struct SmallGraph {
  using Weight = WideInteger<2>;

  explicit SmallGraph(std::size_t vertices)
      : weights(vertices, std::vector<int>(vertices, no_edge)) {}

  std::size_t size() const { return weights.size(); }
  int level(std::size_t v) const { return static_cast<int>(v / 4); }
  bool weigh(std::size_t a, std::size_t b, Weight& twice) const {
    const int weight = weights[a][b];
    if (weight == no_edge || (only && (a == only->first || b == only->first) && a != only->second &&
                              b != only->second)) {
      return false;
    }
    twice = Weight();
    twice.word(1) = 2 * static_cast<std::uint64_t>(weight);
    return true;
  }
  void set(std::size_t a, std::size_t b, int weight) {
    weights[a][b] = weights[b][a] = weight;
    kinds_.clear();
  }

  std::size_t kind(std::size_t v) const {
    if (!has_kinds || (only && (v == only->first || v == only->second))) return size();
    if (kinds_.empty()) find_kinds();
    return kinds_[v];
  }
  const std::vector<std::size_t>& strangers(std::size_t v) const {
    if (kinds_.empty()) find_kinds();
    return strangers_[v];
  }

  std::vector<std::vector<int>> weights;
  /// The only edge of its first vertex.
  std::optional<std::pair<std::size_t, std::size_t>> only = {};
  bool has_kinds = true;

 private:
  bool are_alike(std::size_t a, std::size_t b) const {
    for (std::size_t v = 0; v < size(); ++v) {
      if (weights[a][v] != no_edge && weights[b][v] != no_edge && weights[a][v] != weights[b][v])
        return false;
    }
    return true;
  }

  /// As few as the search of the first kind that suits each vertex finds.
  void find_kinds() const {
    strangers_.assign(size(), {});
    for (std::size_t v = 0; v < size(); ++v) {
      std::size_t found = 0;
      const auto suits = [&](std::size_t kind) {
        for (std::size_t u = 0; u < v; ++u) {
          if (kinds_[u] == kind && !are_alike(u, v)) return false;
        }
        return true;
      };
      while (!suits(found)) ++found;
      kinds_.push_back(found);
      for (std::size_t u = 0; u < size(); ++u) {
        if (u != v && weights[v][u] == no_edge) strangers_[v].push_back(u);
      }
    }
  }

  mutable std::vector<std::size_t> kinds_;  ///< by vertex; empty after a change
  mutable std::vector<std::vector<std::size_t>> strangers_;
};

/// The ranges of random graphs.
struct Ranges {
  std::uint64_t weights = 9;
  std::uint64_t density = 4;  ///< one edge of up to density + 1 is missing
  std::uint64_t groups = 3;
};

SmallGraph random_graph(std::size_t vertices, Rng& rng, const Ranges& most = {}) {
  SmallGraph graph(vertices);
  const std::uint64_t weights = 1 + rng.below(most.weights), density = 1 + rng.below(most.density);
  // Vertices of one group are alike, in half of the graphs.
  const std::size_t groups = rng.below(2) == 0 ? vertices : 1 + rng.below(most.groups);
  SmallGraph pattern(groups + 1);
  for (std::size_t a = 0; a < vertices; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const auto weight = static_cast<int>(rng.below(weights));
      if (groups < vertices && pattern.weights[a % groups][b % groups] == no_edge)
        pattern.set(a % groups, b % groups, weight);
      if (rng.below(density + 1) == 0) continue;
      graph.set(a, b, groups < vertices ? pattern.weights[a % groups][b % groups] : weight);
    }
  }
  return graph;
}

/// The maximum weight of a perfect matching of a set of vertices, by trying all.
std::optional<int> heaviest(const SmallGraph& graph, unsigned set,
                            std::map<unsigned, std::optional<int>>& known) {
  if (set == 0) return 0;
  if (const auto found = known.find(set); found != known.end()) return found->second;
  const auto first = static_cast<unsigned>(std::countr_zero(set));
  std::optional<int> most;
  for (unsigned other = first + 1; other < graph.size(); ++other) {
    if (!(set >> other & 1) || graph.weights[first][other] == no_edge) continue;
    const auto rest = heaviest(graph, set & ~(1u << first) & ~(1u << other), known);
    if (rest) most = std::max(most.value_or(-1), *rest + graph.weights[first][other]);
  }
  return known[set] = most;
}

std::optional<int> heaviest(const SmallGraph& graph, unsigned set) {
  std::map<unsigned, std::optional<int>> known;
  return heaviest(graph, set, known);
}

std::vector<std::size_t> all_vertices(const SmallGraph& graph) {
  std::vector<std::size_t> all(graph.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

using Matched = WeightedMatching<SmallGraph>;

/// The weight of the pairs within a set; nothing if a vertex has no mate in the set.
std::optional<int> weight_of(const SmallGraph& graph, const Matched& matching, unsigned set) {
  int sum = 0;
  for (std::size_t v = 0; v < graph.size(); ++v) {
    if (!(set >> v & 1)) continue;
    const std::size_t mate = matching.mate(v);
    if (mate == Matched::nobody || !(set >> mate & 1) || matching.mate(mate) != v ||
        graph.weights[v][mate] == no_edge) {
      return std::nullopt;
    }
    sum += graph.weights[v][mate];
  }
  return sum / 2;
}

unsigned full_set(const SmallGraph& graph) { return (1u << graph.size()) - 1; }

TEST_CASE("weighted matching: the weight agrees with trying all") {
  Rng rng(11);
  int found = 0;
  for (int i = 0; i < 3000; ++i) {
    const SmallGraph graph = random_graph(2 * (1 + rng.below(6)), rng);
    const auto all = all_vertices(graph);
    Matched matching(graph, graph.size(), all, all);
    const auto best = heaviest(graph, full_set(graph));
    REQUIRE(matching.complete() == best.has_value());
    if (best) REQUIRE(weight_of(graph, matching, full_set(graph)) == best);
    found += best.has_value();
  }
  REQUIRE(found > 1000);
}

TEST_CASE("weighted matching: larger graphs have the same weight without kinds and after changes") {
  Rng rng(25), changes(13);
  int found = 0;
  for (int i = 0; i < 1000; ++i) {
    // These need all that like vertices copy of each other.
    SmallGraph graph = random_graph(2 * (4 + rng.below(8)), rng, {40, 10, 7});
    const auto all = all_vertices(graph);
    const auto weight = [&](const Matched& matching) {
      int sum = 0;
      for (const std::size_t v : all) {
        const std::size_t mate = matching.mate(v);
        REQUIRE(mate != Matched::nobody);
        REQUIRE(matching.mate(mate) == v);
        REQUIRE(graph.weights[v][mate] != no_edge);
        sum += graph.weights[v][mate];
      }
      return sum;
    };
    Matched matching(graph, graph.size(), all, all);
    const bool can = matching.complete();
    SmallGraph plain = graph;
    plain.has_kinds = false;
    Matched other(plain, plain.size(), all, all);
    REQUIRE(other.complete() == can);
    if (!can) continue;
    ++found;
    const int best = weight(other);
    REQUIRE(weight(matching) == best);
    std::vector<bool> is_fixed(graph.size());
    for (int step = 0; step < 20; ++step) {
      const std::size_t v = changes.below(graph.size()), mate = matching.mate(v);
      if (is_fixed[v]) continue;
      if (step % 4 == 0) {
        matching.open_cycles();
        matching.recouple();
      } else if (step % 4 == 1) {
        matching.fix(v, mate);
        is_fixed[v] = is_fixed[mate] = true;
      } else {
        matching.release(v);
      }
      REQUIRE(matching.complete());
      REQUIRE(weight(matching) == best);
    }
  }
  REQUIRE(found > 800);
}

TEST_CASE("weighted matching: stays maximal while edges change and are removed and are fixed") {
  Rng rng(12);
  for (int i = 0; i < 2000; ++i) {
    SmallGraph graph = random_graph(12, rng);
    const auto all = all_vertices(graph);
    Matched matching(graph, graph.size(), all, all);
    if (!matching.complete()) continue;
    unsigned left = full_set(graph);
    for (int step = 0; step < 12 && left != 0; ++step) {
      const auto best = heaviest(graph, left);
      REQUIRE(best.has_value());
      REQUIRE(weight_of(graph, matching, left) == best);
      std::size_t v = rng.below(graph.size());
      while (!(left >> v & 1)) v = (v + 1) % graph.size();
      const SmallGraph before = graph;
      switch (rng.below(4)) {
        case 0: {  // make an edge of one vertex lighter or remove it
          matching.release(v);
          for (std::size_t u = 0; u < graph.size(); ++u) {
            if (graph.weights[v][u] <= 0 || rng.below(2) == 0) continue;
            const int lighter =
                static_cast<int>(rng.below(static_cast<std::uint64_t>(graph.weights[v][u]) + 1));
            graph.set(v, u, lighter - (rng.below(3) == 0 && lighter == 0));
          }
          break;
        }
        case 1: {  // make any edge lighter
          matching.open_cycles();
          for (std::size_t a = 0; a < graph.size(); ++a) {
            for (std::size_t b = 0; b < a; ++b) {
              if (graph.weights[a][b] > 0 && rng.below(4) == 0) {
                graph.set(a, b, graph.weights[a][b] - 1);
              }
            }
          }
          matching.recouple();
          break;
        }
        case 2: {  // fix pairs of a maximum matching one after another
          for (std::size_t u = 0; u < graph.size(); ++u) {
            if (u == v || !(left >> u & 1) || graph.weights[v][u] == no_edge) continue;
            const auto rest = heaviest(graph, left & ~(1u << u) & ~(1u << v));
            const bool can = rest && *rest + graph.weights[v][u] == *best;
            if (can) REQUIRE(matching.may_couple(v, u));
            if (!matching.may_couple(v, u)) continue;
            const bool is_swapped = matching.mate(v) == u || matching.swap(v, u);
            if (is_swapped) REQUIRE(can);
            if (!is_swapped) {
              matching.begin_trial(v);
              graph.only = {v, u};
              matching.complete();
              graph.only.reset();
              REQUIRE(matching.restore(v) == can);
              if (!can) REQUIRE(matching.complete());
            }
            REQUIRE(weight_of(graph, matching, left) == best);
            if (!can) continue;
            REQUIRE(matching.mate(v) == u);
            matching.fix(v, u);
            left &= ~(1u << u) & ~(1u << v);
            break;
          }
          break;
        }
        default: {  // make all edges of one vertex heavier by the same amount
          for (std::size_t u = 0; u < graph.size(); ++u) {
            if (graph.weights[v][u] != no_edge) graph.set(v, u, graph.weights[v][u] + 1);
          }
          Matched::Weight twice;
          twice.word(1) = 2;
          matching.lift(v, twice);
          break;
        }
      }
      const bool can = heaviest(graph, left).has_value();
      REQUIRE(matching.complete() == can);
      if (!can) break;
    }
  }
}

}  // namespace weighted_matching_test

namespace matching_test {

using Graph = std::vector<std::vector<bool>>;

Graph random_graph(std::size_t vertices, std::uint64_t one_in, Rng& rng) {
  Graph graph(vertices, std::vector<bool>(vertices));
  for (std::size_t a = 0; a < vertices; ++a) {
    for (std::size_t b = 0; b < a; ++b) graph[a][b] = graph[b][a] = rng.below(one_in) == 0;
  }
  return graph;
}

/// The maximum number of pairs among the vertices of a set, by trying all.
int most_pairs(const Graph& graph, unsigned set) {
  if (set == 0) return 0;
  const auto first = static_cast<unsigned>(std::countr_zero(set));
  const unsigned rest = set & (set - 1);
  int most = most_pairs(graph, rest);
  for (unsigned other = first + 1; other < graph.size(); ++other) {
    if (!(rest >> other & 1) || !graph[first][other]) continue;
    most = std::max(most, 1 + most_pairs(graph, rest & ~(1u << other)));
  }
  return most;
}

TEST_CASE("matching: the number of pairs agrees with trying all") {
  Rng rng(1);
  for (int i = 0; i < 600; ++i) {
    const auto vertices = static_cast<std::size_t>(1 + rng.below(10));
    const Graph graph = random_graph(vertices, 2 + rng.below(4), rng);
    Matching matching(vertices, [&](std::size_t a, std::size_t b) { return graph[a][b]; });
    const bool all = matching.complete();
    int matched = 0;
    for (std::size_t v = 0; v < vertices; ++v) {
      if (matching.mate(v) == Matching::nobody) continue;
      ++matched;
      CHECK(matching.mate(matching.mate(v)) == v);
      CHECK(graph[v][matching.mate(v)]);
    }
    REQUIRE(matched == 2 * most_pairs(graph, (1u << vertices) - 1));
    CHECK(all == (matched == static_cast<int>(vertices)));
  }
}

TEST_CASE("matching: a pair is fixed if and only if the others can all be matched") {
  Rng rng(2);
  int fixed = 0, refused = 0;
  while (fixed < 200 || refused < 200) {
    const std::size_t vertices = 8;
    const Graph graph = random_graph(vertices, 3, rng);
    Matching matching(vertices, [&](std::size_t a, std::size_t b) { return graph[a][b]; });
    if (!matching.complete()) continue;
    for (std::size_t other = 1; other < vertices; ++other) {
      const unsigned rest = 0xffu & ~1u & ~(1u << other);
      const bool possible = graph[0][other] && most_pairs(graph, rest) == 3;
      Matching copy = matching;
      REQUIRE(copy.fix(0, other) == possible);
      ++(possible ? fixed : refused);
      for (std::size_t v = 0; v < vertices; ++v) CHECK(copy.mate(copy.mate(v)) == v);
      if (possible) CHECK(copy.mate(0) == other);
    }
  }
}

}  // namespace matching_test
