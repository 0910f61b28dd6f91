#include "cli/web/report/opening_tree.h"

#include <algorithm>

namespace schiri::cli {

void OpeningForest::count(Growing& place, std::string_view turn, std::size_t result,
                          std::optional<std::size_t> game) {
  if (place.node.games() == 0) {
    place.node.turn = turn;
    place.node.game = game;
  }
  ++place.node.results[result];
}

void OpeningForest::add(const std::string& start, const std::vector<std::string_view>& turns,
                        std::size_t result, std::optional<std::size_t> game) {
  Growing* at = &roots_[start];
  count(*at, start, result, game);
  for (std::size_t i = 0; i < turns.size() && i < depth; ++i) {
    auto next = at->children.find(turns[i]);
    if (next == at->children.end()) next = at->children.try_emplace(std::string(turns[i])).first;
    at = &next->second;
    count(*at, turns[i], result, game);
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

std::vector<OpeningNode> OpeningForest::finish(std::size_t most_children) {
  auto nodes = harvest(roots_, most_children, true);
  roots_.clear();
  return nodes;
}

}  // namespace schiri::cli
