#pragma once

#include <cstddef>
#include <vector>

namespace schiri {

/// The principal variation of a depth-first search: for each distance from the root, the best turns
/// from there as far as they are known exactly (a triangular table).
template <class Turn>
class LineTable {
 public:
  explicit LineTable(int most_turns) : lines_(static_cast<std::size_t>(most_turns)) {}

  const std::vector<Turn>& after(int turns) const { return lines_[index(turns)]; }
  void clear(int turns) { lines_[index(turns)].clear(); }
  /// Sets the best turn at this distance, followed by the line of the next distance.
  void set(int turns, const Turn& best) {
    const auto& rest = lines_[index(turns + 1)];
    auto& line = lines_[index(turns)];
    line.assign(1, best);
    line.insert(line.end(), rest.begin(), rest.end());
  }

 private:
  static std::size_t index(int turns) { return static_cast<std::size_t>(turns); }

  std::vector<std::vector<Turn>> lines_;
};

}  // namespace schiri
