#include "core/pairing/matching.h"

#include "core/base/random.h"
#include "tests/catch.h"

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
