#include "core/pairing/matching.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace schiri {

Matching::Matching(std::size_t vertices, Adjacent adjacent)
    : adjacent_(std::move(adjacent)),
      mate_(vertices, nobody),
      parent_(vertices),
      base_(vertices),
      used_(vertices),
      blossom_(vertices),
      out_(vertices) {}

void Matching::couple(std::size_t first, std::size_t second) {
  mate_[first] = second;
  mate_[second] = first;
}

bool Matching::complete() {
  bool all = true;
  for (std::size_t vertex = 0; vertex < mate_.size(); ++vertex) {
    if (!out_[vertex] && mate_[vertex] == nobody) all &= augment(vertex);
  }
  return all;
}

void Matching::take_out(std::size_t vertex) {
  out_[vertex] = true;
  if (mate_[vertex] != nobody) mate_[mate_[vertex]] = nobody;
  mate_[vertex] = nobody;
}

bool Matching::fix(std::size_t first, std::size_t second) {
  if (out_[first] || out_[second] || !adjacent_(first, second)) return false;
  const auto before = mate_;
  const std::size_t left = mate_[first];
  if (left != second) {
    const std::size_t other = mate_[second];
    take_out(first);
    take_out(second);
    const bool lonely = left != nobody && other != nobody && !augment(left);
    if (lonely || (left == nobody) != (other == nobody)) {
      mate_ = before;
      out_[first] = out_[second] = false;
      return false;
    }
  }
  out_[first] = out_[second] = true;
  couple(first, second);
  return true;
}

bool Matching::augment(std::size_t root) {
  const std::size_t end = find_end(root);
  if (end == nobody) return false;
  flip(end);
  return true;
}

/// The other end of an augmenting path from `root`, which the parents describe backwards; or
/// `nobody`.
std::size_t Matching::find_end(std::size_t root) {
  std::fill(used_.begin(), used_.end(), false);
  std::fill(parent_.begin(), parent_.end(), nobody);
  std::iota(base_.begin(), base_.end(), std::size_t{0});
  used_[root] = true;
  std::vector<std::size_t> queue{root};
  for (std::size_t at = 0; at < queue.size(); ++at) {
    const std::size_t end = visit(queue[at], queue);
    if (end != nobody) return end;
  }
  return nobody;
}

std::size_t Matching::visit(std::size_t vertex, std::vector<std::size_t>& queue) {
  const std::size_t root = queue.front();
  // A single neighbour ends the search before any cycle is contracted, which is what costs time.
  for (std::size_t to = 0; to < mate_.size(); ++to) {
    if (mate_[to] != nobody || to == root || out_[to] || !adjacent_(vertex, to)) continue;
    parent_[to] = vertex;
    return to;
  }
  for (std::size_t to = 0; to < mate_.size(); ++to) {
    if (to == vertex || out_[to] || base_[vertex] == base_[to] || mate_[vertex] == to ||
        !adjacent_(vertex, to)) {
      continue;
    }
    const bool is_outer = to == root || (mate_[to] != nobody && parent_[mate_[to]] != nobody);
    if (is_outer) {
      shrink(vertex, to, queue);
    } else if (parent_[to] == nobody) {
      parent_[to] = vertex;
      used_[mate_[to]] = true;
      queue.push_back(mate_[to]);
    }
  }
  return nobody;
}

/// Contracts an odd cycle to one vertex, its base.
void Matching::shrink(std::size_t first, std::size_t second, std::vector<std::size_t>& queue) {
  const std::size_t base = common_base(first, second);
  std::fill(blossom_.begin(), blossom_.end(), false);
  mark_path(first, base, second);
  mark_path(second, base, first);
  for (std::size_t vertex = 0; vertex < mate_.size(); ++vertex) {
    if (!blossom_[base_[vertex]]) continue;
    base_[vertex] = base;
    if (used_[vertex]) continue;
    used_[vertex] = true;
    queue.push_back(vertex);
  }
}

std::size_t Matching::common_base(std::size_t first, std::size_t second) const {
  std::vector<bool> above(mate_.size());
  for (std::size_t vertex = first;;) {
    vertex = base_[vertex];
    above[vertex] = true;
    if (mate_[vertex] == nobody) break;
    vertex = parent_[mate_[vertex]];
  }
  std::size_t vertex = base_[second];
  while (!above[vertex]) vertex = base_[parent_[mate_[vertex]]];
  return vertex;
}

void Matching::mark_path(std::size_t vertex, std::size_t base, std::size_t child) {
  while (base_[vertex] != base) {
    blossom_[base_[vertex]] = blossom_[base_[mate_[vertex]]] = true;
    parent_[vertex] = child;
    child = mate_[vertex];
    vertex = parent_[mate_[vertex]];
  }
}

void Matching::flip(std::size_t end) {
  while (end != nobody) {
    const std::size_t before = parent_[end];
    const std::size_t next = mate_[before];
    couple(end, before);
    end = next;
  }
}

}  // namespace schiri
