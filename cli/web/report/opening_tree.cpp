#include "cli/web/report/opening_tree.h"

#include <algorithm>
#include <iterator>

namespace schiri::cli {

void OpeningForest::count(Growing& place, std::string_view turn, std::size_t result,
                          std::optional<std::size_t> game) {
  if (place.node.games() == 0) {
    place.node.turn = turn;
    place.node.game = game;
  }
  ++place.node.results[result];
}

/// Moves the next turn of the only game so far to a child.
void OpeningForest::unfold(Growing& place) {
  if (place.rest.empty()) return;
  Growing& child = place.children[place.rest.front()];
  child.node = {place.rest.front(), place.node.results, place.node.game, {}};
  child.rest.assign(std::make_move_iterator(place.rest.begin() + 1),
                    std::make_move_iterator(place.rest.end()));
  place.rest = {};
}

void OpeningForest::add(const std::string& start, const std::vector<std::string_view>& turns,
                        std::size_t result, std::optional<std::size_t> game) {
  const std::size_t length = std::min(turns.size(), depth);
  Growing* at = &roots_[start];
  std::string_view turn = start;
  for (std::size_t next = 0;; ++next) {
    const bool is_first = at->node.games() == 0;
    unfold(*at);
    count(*at, turn, result, game);
    if (is_first)
      at->rest.assign(turns.begin() + static_cast<std::ptrdiff_t>(next),
                      turns.begin() + static_cast<std::ptrdiff_t>(length));
    if (is_first || next == length) return;
    turn = turns[next];
    auto child = at->children.find(turn);
    if (child == at->children.end()) child = at->children.try_emplace(std::string(turn)).first;
    at = &child->second;
  }
}

std::vector<OpeningNode> OpeningForest::harvest(
    std::map<std::string, Growing, std::less<>>& children, std::size_t most, bool keep_single) {
  std::vector<OpeningNode> nodes;
  for (auto& [turn, child] : children) {
    const std::uint64_t games = child.node.games();
    if (games < 2 && !keep_single) continue;
    if (games > 1) child.node.children = harvest(child.children, most, games < 10);
    nodes.push_back(std::move(child.node));
  }
  std::stable_sort(nodes.begin(), nodes.end(), [](const OpeningNode& a, const OpeningNode& b) {
    return a.games() > b.games();
  });
  if (nodes.size() > most) nodes.resize(most);
  return nodes;
}

namespace {

void add_counts(const std::vector<OpeningNode>& nodes, std::vector<std::uint64_t>& counts) {
  for (const OpeningNode& node : nodes) {
    counts.push_back(node.games());
    add_counts(node.children, counts);
  }
}

/// Removes turns of fewer games; children are sorted by games.
void prune(OpeningNode& node, std::uint64_t least) {
  while (!node.children.empty() && node.children.back().games() < least) node.children.pop_back();
  for (OpeningNode& child : node.children) prune(child, least);
}

}  // namespace

OpeningForest::Trees OpeningForest::finish(std::size_t most_children, std::size_t most_nodes) {
  Trees trees{harvest(roots_, most_children, true)};
  roots_.clear();
  std::vector<std::uint64_t> counts;
  add_counts(trees.roots, counts);
  if (counts.size() <= most_nodes) return trees;
  const auto last = counts.begin() + static_cast<std::ptrdiff_t>(most_nodes);
  std::nth_element(counts.begin(), last, counts.end(), std::greater<>());
  trees.least_games = *last + 1;
  for (OpeningNode& root : trees.roots) prune(root, trees.least_games);
  return trees;
}

}  // namespace schiri::cli
