#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/game.h"

/// The tree of the Monte Carlo search (mcts.h): nodes, proofs, and reuse after a turn.
namespace schiri {

/// The proven result of a turn, for the side that makes it.
enum class Proof : std::uint8_t { none, win, draw, loss };

/// A turn in the tree with its statistics, always for the side that makes it.
template <class Turn>
struct Branch {
  Turn turn{};
  Proof proof = Proof::none;
  bool is_certain : 1 = true;  ///< does the proof include all replies, not only the listed ones?
  std::uint8_t searchers : 7 = 0;  ///< other threads whose current path contains it
  std::uint16_t turns = 0;         ///< turns to the proven end
  std::uint16_t replies = 0;       ///< number of replies; 0 until the turn is expanded
  std::uint32_t first_reply = 0;
  std::uint32_t visits = 0;
  float prior = 0;  ///< its prior share of visits
  float guess = 0;  ///< the chance of winning: first by the evaluation, then by the best replies
  double mean = 0;  ///< the chance of winning over all visits
};

/// The tree of a search in memory of a fixed size. The replies to a turn are contiguous and come
/// after the turn itself.
template <class Turn>
class SearchTree {
 public:
  using Node = Branch<Turn>;
  static constexpr std::uint32_t root = 0;

  explicit SearchTree(int mebibytes)
      : most_((static_cast<std::size_t>(mebibytes) << 20) / bytes_each) {
    clear();
  }

  void clear() { nodes_.assign(1, Node{}); }

  Node& operator[](std::uint32_t at) { return nodes_[at]; }
  const Node& operator[](std::uint32_t at) const { return nodes_[at]; }
  std::size_t size() const { return nodes_.size(); }
  std::size_t most() const { return most_; }

  std::span<Node> replies(std::uint32_t at) {
    return {nodes_.data() + nodes_[at].first_reply, nodes_[at].replies};
  }

  bool has_room(std::size_t replies) const { return nodes_.size() + replies <= most_; }

  /// Adds replies to a turn that has none yet; there must be room.
  void add_replies(std::uint32_t at, std::span<const Node> replies) {
    nodes_[at].first_reply = static_cast<std::uint32_t>(nodes_.size());
    nodes_[at].replies = static_cast<std::uint16_t>(replies.size());
    if (nodes_.size() + replies.size() > nodes_.capacity()) {
      nodes_.reserve(std::min(most_, 2 * nodes_.capacity() + replies.size()));
    }
    nodes_.insert(nodes_.end(), replies.begin(), replies.end());
  }

  /// Makes a turn the root and removes all turns that do not descend from it.
  void keep(std::uint32_t new_root) {
    std::vector<std::uint32_t> places = places_after(new_root);
    nodes_[root] = nodes_[new_root];
    std::size_t size = 1;
    for (std::size_t at = 1; at < nodes_.size(); ++at) {
      if (places[at]) nodes_[size++] = nodes_[at];
    }
    nodes_.resize(size);
    for (Node& node : nodes_) {
      if (node.replies) node.first_reply = places[node.first_reply];
    }
  }

 private:
  // Each node also needs a place for moving it.
  static constexpr std::size_t bytes_each = sizeof(Node) + sizeof(std::uint32_t);

  /// The new place of each node, 0 for removed ones. Replies come after their turns, so one pass
  /// from the front suffices.
  std::vector<std::uint32_t> places_after(std::uint32_t new_root) const {
    std::vector<std::uint32_t> places(nodes_.size());
    places[new_root] = 1;
    std::uint32_t next = 1;
    for (std::uint32_t at = new_root; at < nodes_.size(); ++at) {
      if (!places[at]) continue;
      places[at] = at == new_root ? 0 : next++;
      for (std::uint32_t i = 0; i < nodes_[at].replies; ++i) places[nodes_[at].first_reply + i] = 1;
    }
    return places;
  }

  std::size_t most_;
  std::vector<Node> nodes_;
};

}  // namespace schiri
