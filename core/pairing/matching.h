#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace schiri {

/// A maximum matching in a graph: J. Edmonds' algorithm ("Paths, trees, and flowers", 1965), one
/// augmenting path after the other. Our own because graph libraries find only one such matching,
/// while pairing fixes one couple after the other as long as the others remain possible.
class Matching {
 public:
  /// May two different vertices be coupled? Symmetric.
  using Adjacent = std::function<bool(std::size_t, std::size_t)>;
  static constexpr std::size_t nobody = static_cast<std::size_t>(-1);

  /// Vertices have the numbers below `vertices`; none is coupled yet.
  Matching(std::size_t vertices, Adjacent adjacent);

  /// Couples as many vertices as possible; returns whether all remaining ones are coupled.
  bool complete();
  /// Couples two single vertices that may be coupled.
  void couple(std::size_t first, std::size_t second);
  /// Couples two vertices for good if all other coupled vertices can stay coupled; returns whether
  /// they can.
  bool fix(std::size_t first, std::size_t second);
  /// Removes a vertex from the graph.
  void take_out(std::size_t vertex);
  /// The mate of a vertex, or `nobody`.
  std::size_t mate(std::size_t vertex) const { return mate_[vertex]; }

 private:
  bool augment(std::size_t root);
  std::size_t find_end(std::size_t root);
  std::size_t visit(std::size_t vertex, std::vector<std::size_t>& queue);
  void shrink(std::size_t first, std::size_t second, std::vector<std::size_t>& queue);
  std::size_t common_base(std::size_t first, std::size_t second) const;
  void mark_path(std::size_t vertex, std::size_t base, std::size_t child);
  void flip(std::size_t end);

  Adjacent adjacent_;
  std::vector<std::size_t> mate_;
  std::vector<std::size_t> parent_;
  std::vector<std::size_t> base_;
  std::vector<bool> used_;
  std::vector<bool> blossom_;
  std::vector<bool> out_;
};

}  // namespace schiri
