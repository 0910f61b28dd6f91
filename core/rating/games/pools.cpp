#include "core/rating/games/pools.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/base/order.h"

namespace schiri::rating {

namespace {

constexpr std::uint32_t unseen = UINT32_MAX;

class Tarjan {
 public:
  explicit Tarjan(const Graph& graph)
      : graph_(graph), index_(graph.size(), unseen), low_(graph.size()), open_(graph.size()) {}

  Pools run() {
    for (std::uint32_t node = 0; node < graph_.size(); ++node) {
      if (index_[node] == unseen) explore(node);
    }
    // A component is found after all components that it has edges to.
    std::reverse(pools_.begin(), pools_.end());
    return std::move(pools_);
  }

 private:
  struct Visit {
    std::uint32_t node;
    std::size_t next_edge;
  };

  void enter(std::uint32_t node) {
    index_[node] = low_[node] = count_++;
    stack_.push_back(node);
    open_[node] = true;
    path_.push_back({node, 0});
  }

  void explore(std::uint32_t start) {
    enter(start);
    while (!path_.empty()) {
      const std::uint32_t node = path_.back().node;
      if (path_.back().next_edge < graph_[node].size()) {
        follow(node, graph_[node][path_.back().next_edge++]);
      } else {
        leave(node);
      }
    }
  }

  void follow(std::uint32_t from, std::uint32_t to) {
    if (index_[to] == unseen) {
      enter(to);
    } else if (open_[to]) {
      low_[from] = std::min(low_[from], index_[to]);
    }
  }

  void leave(std::uint32_t node) {
    path_.pop_back();
    if (!path_.empty()) {
      const std::uint32_t parent = path_.back().node;
      low_[parent] = std::min(low_[parent], low_[node]);
    }
    if (low_[node] == index_[node]) close(node);
  }

  void close(std::uint32_t root) {
    const auto begin = std::find(stack_.rbegin(), stack_.rend(), root).base() - 1;
    pools_.emplace_back(begin, stack_.end());
    stack_.erase(begin, stack_.end());
    for (const std::uint32_t node : pools_.back()) open_[node] = false;
    std::sort(pools_.back().begin(), pools_.back().end());
  }

  const Graph& graph_;
  std::vector<std::uint32_t> index_;
  std::vector<std::uint32_t> low_;
  std::vector<bool> open_;
  std::vector<std::uint32_t> stack_;
  std::vector<Visit> path_;
  std::uint32_t count_ = 0;
  Pools pools_;
};

}  // namespace

Connections::Connections(std::size_t players)
    : parent_(numbers_below<std::uint32_t>(players)), connected_(players) {}

std::uint32_t Connections::root(std::uint32_t player) {
  while (parent_[player] != player) player = parent_[player] = parent_[parent_[player]];
  return player;
}

void Connections::connect(std::uint32_t a, std::uint32_t b) {
  connected_[a] = connected_[b] = true;
  const std::uint32_t first = root(a), second = root(b);
  parent_[std::max(first, second)] = std::min(first, second);
}

Pools Connections::pools() {
  Pools pools;
  std::vector<std::size_t> place(parent_.size());
  for (std::uint32_t player = 0; player < parent_.size(); ++player) {
    if (!connected_[player]) continue;
    const std::uint32_t first = root(player);
    if (first == player) {
      place[player] = pools.size();
      pools.emplace_back();
    }
    pools[place[first]].push_back(player);
  }
  return pools;
}

Pools strong_components(const Graph& graph) { return Tarjan(graph).run(); }

AdvantageRank::AdvantageRank(std::size_t players)
    : parent_(numbers_below<PlayerId>(players)), offset_(players) {}

void AdvantageRank::add(PlayerId white, PlayerId black) {
  if (is_determined_) return;
  const Place one = find(white), other = find(black);
  const std::int64_t apart = one.offset - other.offset;
  if (one.root == other.root) {
    is_determined_ = apart != 1;
  } else {
    parent_[one.root] = other.root;
    offset_[one.root] = 1 - apart;
  }
}

AdvantageRank::Place AdvantageRank::find(PlayerId player) {
  Place place{player, 0};
  while (parent_[place.root] != place.root) {
    place.offset += offset_[place.root];
    place.root = parent_[place.root];
  }
  // Every player on the way refers to the root from now on.
  for (std::int64_t left = place.offset; parent_[player] != place.root;) {
    if (player == place.root) break;
    const std::int64_t own = std::exchange(offset_[player], left);
    player = std::exchange(parent_[player], place.root);
    left -= own;
  }
  return place;
}

}  // namespace schiri::rating
