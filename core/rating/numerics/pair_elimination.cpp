#include "core/rating/numerics/pair_elimination.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace schiri::rating {

namespace {

using Neighbour = PairElimination::Neighbour;
using NeighbourList = std::vector<Neighbour>;

/// Merges the entries of the same player in a list sorted by players.
void merge_same(NeighbourList& list) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (end > 0 && list[end - 1].player == list[i].player) {
      list[end - 1].weight += list[i].weight;
    } else {
      list[end++] = list[i];
    }
  }
  list.resize(end);
}

/// The graph of the players that remain, each list of neighbours sorted. Eliminated players stay in
/// a list until they are half of it.
class EliminationGraph {
 public:
  explicit EliminationGraph(const PairMatrix& matrix)
      : neighbours_(matrix.ratings()),
        gone_among_(matrix.ratings()),
        is_gone_(matrix.ratings()),
        ground_(matrix.own_diagonal().begin(), matrix.own_diagonal().end()) {
    std::vector<std::size_t> degrees(matrix.ratings());
    for (const PairMatrix::Edge& edge : matrix.edges()) {
      ++degrees[edge.i];
      ++degrees[edge.j];
    }
    for (std::size_t i = 0; i < degrees.size(); ++i) neighbours_[i].reserve(degrees[i]);
    for (const PairMatrix::Edge& edge : matrix.edges()) {
      neighbours_[edge.i].push_back({edge.j, edge.weight});
      neighbours_[edge.j].push_back({edge.i, edge.weight});
    }
    for (NeighbourList& list : neighbours_) {
      std::stable_sort(list.begin(), list.end(), is_before);
      merge_same(list);
    }
  }

  bool is_gone(std::uint32_t player) const { return is_gone_[player]; }
  std::size_t degree(std::uint32_t player) const {
    return neighbours_[player].size() - gone_among_[player];
  }
  double ground(std::uint32_t player) const { return ground_[player]; }
  /// The sum of all weights of a player.
  double pivot(std::uint32_t player) {
    drop_gone(player);
    double sum = ground_[player];
    for (const Neighbour& one : neighbours_[player]) sum += one.weight;
    return sum;
  }
  const NeighbourList& of(std::uint32_t player) {
    drop_gone(player);
    return neighbours_[player];
  }

  /// The star of a player's weights w becomes a mesh of weights w_j w_k / pivot. Returns the star.
  NeighbourList eliminate(std::uint32_t player, double pivot) {
    const NeighbourList star = std::exchange(neighbours_[player], {});
    is_gone_[player] = true;
    for (const Neighbour& one : star) {
      ground_[one.player] += one.weight * ground_[player] / pivot;
      ++gone_among_[one.player];
      if (2 * gone_among_[one.player] > neighbours_[one.player].size()) drop_gone(one.player);
      for (const Neighbour& other : star) {
        if (other.player != one.player) connect(one.player, other, one.weight / pivot);
      }
    }
    return star;
  }

 private:
  static bool is_before(const Neighbour& a, const Neighbour& b) { return a.player < b.player; }

  void connect(std::uint32_t player, const Neighbour& other, double factor) {
    NeighbourList& list = neighbours_[player];
    const auto place = std::lower_bound(list.begin(), list.end(), other, is_before);
    if (place != list.end() && place->player == other.player) {
      place->weight += factor * other.weight;
    } else {
      list.insert(place, {other.player, factor * other.weight});
    }
  }

  void drop_gone(std::uint32_t player) {
    if (std::exchange(gone_among_[player], 0) == 0) return;
    std::erase_if(neighbours_[player], [&](const Neighbour& one) { return is_gone_[one.player]; });
  }

  std::vector<NeighbourList> neighbours_;
  std::vector<std::size_t> gone_among_;
  std::vector<bool> is_gone_;
  std::vector<double> ground_;
};

/// Players by degree; entries with an old degree are ignored.
class DegreeQueue {
 public:
  explicit DegreeQueue(std::size_t most) : buckets_(most + 1) {}

  void add(std::uint32_t player, std::size_t degree) {
    if (degree >= buckets_.size()) return;
    buckets_[degree].push_back(player);
    least_ = std::min(least_, degree);
  }
  /// The next player with the least degree.
  std::optional<std::uint32_t> take(const EliminationGraph& graph) {
    for (; least_ < buckets_.size(); ++least_) {
      auto& bucket = buckets_[least_];
      while (!bucket.empty()) {
        const std::uint32_t player = bucket.back();
        bucket.pop_back();
        if (!graph.is_gone(player) && graph.degree(player) == least_) return player;
      }
    }
    return std::nullopt;
  }

 private:
  std::vector<std::vector<std::uint32_t>> buckets_;
  std::size_t least_ = 0;
};

/// The players that remain, and their matrix.
std::vector<std::uint32_t> remaining(const EliminationGraph& graph, std::size_t players) {
  std::vector<std::uint32_t> core;
  for (std::uint32_t i = 0; i < players; ++i) {
    if (!graph.is_gone(i)) core.push_back(i);
  }
  return core;
}

PairMatrix matrix_of(EliminationGraph& graph, std::span<const std::uint32_t> core,
                     std::size_t players) {
  std::vector<std::uint32_t> number(players);
  for (std::uint32_t i = 0; i < core.size(); ++i) number[core[i]] = i;
  PairMatrix matrix(core.size());
  for (const std::uint32_t player : core) {
    matrix.add_diagonal(number[player], graph.ground(player));
    for (const Neighbour& one : graph.of(player)) {
      if (one.player > player) matrix.add(number[player], number[one.player], one.weight, {});
    }
  }
  matrix.fix(0);
  matrix.fix(1);
  return matrix;
}

}  // namespace

PairElimination::PairElimination(const PairMatrix& matrix, std::size_t most_neighbours) {
  const std::size_t n = matrix.ratings();
  EliminationGraph graph(matrix);
  DegreeQueue queue(most_neighbours);
  for (std::uint32_t i = 0; i < n; ++i) queue.add(i, graph.degree(i));
  while (steps_.size() + 1 < n) {
    const std::optional<std::uint32_t> player = queue.take(graph);
    if (!player) break;
    const double pivot = graph.pivot(*player);
    if (!(pivot > 0)) continue;
    const NeighbourList star = graph.eliminate(*player, pivot);
    for (const Neighbour& one : star) queue.add(one.player, graph.degree(one.player));
    steps_.push_back({*player, neighbours_.size(), graph.ground(*player), pivot});
    neighbours_.insert(neighbours_.end(), star.begin(), star.end());
  }
  core_ = remaining(graph, n);
  core_matrix_ = matrix_of(graph, core_, n);
}

std::span<const Neighbour> PairElimination::neighbours(std::size_t step) const {
  const std::size_t begin = steps_[step].begin;
  const std::size_t end = step + 1 < steps_.size() ? steps_[step + 1].begin : neighbours_.size();
  return {neighbours_.data() + begin, end - begin};
}

}  // namespace schiri::rating
