#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/played_line.h"

namespace schiri {

/// The hashes of the positions on the path to a search node: those of the game, then those of the
/// search.
///
/// The rules end a game when a position occurs for the third time. A search already counts the
/// second occurrence as a draw if the first was not before its root, because the players can repeat
/// the sequence.
class PositionHistory {
 public:
  PositionHistory() = default;

  /// Starts with the game so far, whose last position is the root.
  template <GamePosition P>
  explicit PositionHistory(const PlayedLine<P>& line) {
    line.history().visit([this](const P& position) { enter(position.hash(), false); });
    enter(line.position().hash(), false);
    root_ = steps_.size() - 1;
    ends_by_repetition_ = repetition_of(line.position()) == Repetition::draw;
  }

  /// Adds a position. `irreversible`: the turn to it was.
  void enter(std::uint64_t hash, bool irreversible) {
    const std::size_t before = irreversible || steps_.empty() ? 0 : steps_.back().reversible + 1;
    steps_.push_back({hash, before});
  }
  void leave() { steps_.pop_back(); }

  /// Is the last position a draw by repetition?
  bool is_draw() const {
    if (!ends_by_repetition_) return false;
    const Step& last = steps_.back();
    int before_root = 0;
    for (std::size_t back = soonest_return; back <= last.reversible; back += 2) {
      const std::size_t at = steps_.size() - 1 - back;
      if (steps_[at].hash != last.hash) continue;
      if (at >= root_ || ++before_root == repetition_limit - 1) return true;
    }
    return false;
  }

 private:
  // In no game do two turns lead back to a position, and the same side must be to move.
  static constexpr std::size_t soonest_return = 4;

  struct Step {
    std::uint64_t hash;
    std::size_t reversible;  // how many of the positions before it could occur again
  };

  std::vector<Step> steps_;
  std::size_t root_ = 0;
  bool ends_by_repetition_ = true;
};

}  // namespace schiri
