#include "cli/web/report/opening_tree.h"

#include <algorithm>
#include <array>
#include <queue>
#include <utility>

#include "core/base/order.h"

namespace schiri::cli {

void OpeningForest::add_number(std::uint32_t number) {
  if (number >= wide) {
    numbers_.push_back(wide);
    numbers_.push_back(static_cast<std::uint16_t>(number & 0xFFFF));
    number >>= 16;
  }
  numbers_.push_back(static_cast<std::uint16_t>(number));
}

void OpeningForest::add(const std::string& start, const std::vector<std::string_view>& turns,
                        std::size_t result, std::optional<std::size_t> game,
                        std::span<const Side> movers) {
  if (game && games_.size() == lines_.size()) games_.push_back(static_cast<std::uint32_t>(*game));
  const std::size_t length = std::min(turns.size(), depth);
  std::uint8_t blacks = 0;
  for (std::size_t i = 0; i < std::min(length, movers.size()); ++i) {
    if (movers[i] == Side::black) blacks = static_cast<std::uint8_t>(blacks | 1U << i);
  }
  lines_.push_back(
      {static_cast<std::uint8_t>(result), static_cast<std::uint8_t>(length + 1), blacks});
  add_number(texts_.number(start));
  for (std::size_t i = 0; i < length; ++i) add_number(texts_.number(turns[i]));
}

/// Makes the trees of a forest. The most frequent turns come first, so that the turns after those
/// that will be left out are never looked for.
class OpeningHarvest {
 public:
  OpeningHarvest(const OpeningForest& forest, std::size_t most_children)
      : forest_(forest),
        most_children_(most_children),
        order_(numbers_below<std::uint32_t>(forest.lines_.size())),
        next_(forest.lines_.size()),
        child_of_text_(forest.texts_.texts().size(), none) {
    std::uint32_t at = 0;
    for (std::size_t line = 0; line < next_.size(); ++line) {
      next_[line] = at;
      for (int text = 0; text < forest.lines_[line].length; ++text) take_number(at);
    }
  }

  OpeningForest::Trees trees(std::size_t most_nodes) {
    Node all;
    all.last = static_cast<std::uint32_t>(order_.size());
    add_children(all, true);
    const std::size_t roots = nodes_.size();
    OpeningForest::Trees trees;
    for (std::size_t taken = 0; !open_.empty(); ++taken) {
      const auto [games, number] = open_.top();
      if (taken == most_nodes) {
        trees.least_games = games + 1;
        break;
      }
      open_.pop();
      if (games == 1) continue;
      Node node = nodes_[number];
      add_children(node, games < 10);
      nodes_[number] = node;
    }
    for (std::size_t i = 0; i < roots; ++i) {
      trees.roots.push_back(opening_node(nodes_[i], trees.least_games));
    }
    return trees;
  }

 private:
  static constexpr std::uint32_t none = 0xFFFFFFFF;

  struct Node {
    std::uint32_t text = 0;
    std::uint32_t length = 0;  ///< the number of texts up to here
    std::array<std::uint32_t, 4> results{};
    std::uint32_t game = none;              ///< the first one, in the report
    Side mover = Side::white;               ///< as in OpeningNode
    std::uint32_t first = 0, last = 0;      ///< its lines, in order_
    std::uint32_t child = 0, children = 0;  ///< in nodes_

    std::uint32_t games() const { return results[0] + results[1] + results[2] + results[3]; }
  };

  std::uint32_t take_number(std::uint32_t& at) const {
    std::uint32_t number = forest_.numbers_[at++];
    if (number != OpeningForest::wide) return number;
    number = forest_.numbers_[at] | std::uint32_t{forest_.numbers_[at + 1]} << 16;
    at += 2;
    return number;
  }

  /// Counts the next texts of the lines of a node.
  std::vector<Node> next_nodes(const Node& node) {
    std::vector<Node> found;
    texts_.clear();
    for (std::uint32_t i = node.first; i < node.last; ++i) {
      const std::uint32_t line = order_[i];
      const OpeningForest::Line& its = forest_.lines_[line];
      if (its.length == node.length) {
        texts_.push_back(none);
        continue;
      }
      const std::uint32_t text = take_number(next_[line]);
      texts_.push_back(text);
      if (child_of_text_[text] == none) {
        child_of_text_[text] = static_cast<std::uint32_t>(found.size());
        found.push_back({.text = text, .length = node.length + 1});
        if (line < forest_.games_.size()) found.back().game = forest_.games_[line];
      }
      Node& child = found[child_of_text_[text]];
      const std::uint32_t ply = std::max(node.length, 1U) - 1;
      if ((its.blacks >> ply & 1) != 0) child.mover = Side::black;
      ++child.results[its.result];
    }
    for (const Node& child : found) child_of_text_[child.text] = none;
    return found;
  }

  void add_children(Node& node, bool keep_single) {
    std::vector<Node> chosen = next_nodes(node);
    if (!keep_single) std::erase_if(chosen, [](const Node& child) { return child.games() == 1; });
    const auto& texts = forest_.texts_.texts();
    std::sort(chosen.begin(), chosen.end(), [&](const Node& a, const Node& b) {
      return a.games() != b.games() ? a.games() > b.games() : texts[a.text] < texts[b.text];
    });
    if (chosen.size() > most_children_) chosen.resize(most_children_);
    sort_lines(node, chosen);
    node.child = static_cast<std::uint32_t>(nodes_.size());
    node.children = static_cast<std::uint32_t>(chosen.size());
    for (const Node& child : chosen) {
      open_.emplace(child.games(), nodes_.size());
      nodes_.push_back(child);
    }
  }

  /// Sorts the lines of a node by its children; their order is kept.
  void sort_lines(const Node& node, std::vector<Node>& children) {
    std::uint32_t place = 0;
    for (std::uint32_t i = 0; i < children.size(); ++i) {
      child_of_text_[children[i].text] = i;
      children[i].first = children[i].last = place;
      place += children[i].games();
    }
    lines_.resize(place);
    for (std::uint32_t i = node.first; i < node.last; ++i) {
      const std::uint32_t text = texts_[i - node.first];
      if (text == none || child_of_text_[text] == none) continue;
      lines_[children[child_of_text_[text]].last++] = order_[i];
    }
    std::copy(lines_.begin(), lines_.end(), order_.begin() + node.first);
    for (Node& child : children) {
      child_of_text_[child.text] = none;
      child.first += node.first;
      child.last += node.first;
    }
  }

  /// A node with the turns of enough games below it; children are sorted by games.
  OpeningNode opening_node(const Node& node, std::uint64_t least) const {
    OpeningNode opening{forest_.texts_.texts()[node.text], node.mover, {}, {}, {}};
    std::copy(node.results.begin(), node.results.end(), opening.results.begin());
    if (node.game != none) opening.game = node.game;
    for (std::uint32_t i = 0; i < node.children; ++i) {
      const Node& child = nodes_[node.child + i];
      if (child.games() < least) break;
      opening.children.push_back(opening_node(child, least));
    }
    return opening;
  }

  const OpeningForest& forest_;
  std::size_t most_children_;
  std::vector<std::uint32_t> order_;  ///< lines, those of each node together
  std::vector<std::uint32_t> next_;   ///< by line, the place of its next text in numbers_
  std::vector<std::uint32_t> child_of_text_;
  std::vector<std::uint32_t> texts_, lines_;  ///< of the lines of one node
  std::vector<Node> nodes_;
  std::priority_queue<std::pair<std::uint32_t, std::size_t>> open_;  ///< by games
};

OpeningForest::Trees OpeningForest::finish(std::size_t most_children, std::size_t most_nodes) {
  Trees trees = OpeningHarvest(*this, most_children).trees(most_nodes);
  *this = {};
  return trees;
}

}  // namespace schiri::cli
