#pragma once

#include <cstddef>
#include <vector>

namespace schiri {

/// How a depth-first search sees the game go on: for each number of turns from its root, the best
/// turns from there as far as they are known exactly (the triangular table of principal
/// variations).
template <class Turn>
class LineTable {
 public:
  explicit LineTable(int most_turns) : lines_(static_cast<std::size_t>(most_turns)) {}

  const std::vector<Turn>& after(int turns) const { return lines_[index(turns)]; }
  void clear(int turns) { lines_[index(turns)].clear(); }
  /// Notes the best turn there; the line known one turn later follows it.
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
