#include <cstddef>
#include <optional>
#include <vector>

#include "core/games/creeper/hooks.h"
#include "core/games/creeper/leaves.h"
#include "core/history.h"

namespace schiri::creeper {

namespace {

std::uint64_t two_plies(const Position& position) {
  return leaves::two_plies<BaselineCount>(position);
}

std::uint64_t three_plies(const Position& position) {
  return leaves::three_plies<BaselineCount>(position);
}

#if defined(SCHIRI_BIT_INSTRUCTIONS)
SCHIRI_BIT_INSTRUCTIONS std::uint64_t quick_two_plies(const Position& position) {
  return leaves::two_plies<InstructionCount>(position);
}

SCHIRI_BIT_INSTRUCTIONS std::uint64_t quick_three_plies(const Position& position) {
  return leaves::three_plies<InstructionCount>(position);
}
#endif

// In no game do two turns lead back to the same position, and the same player must be to move: the
// second occurrence comes after four turns at the earliest, the third after eight.
constexpr std::size_t soonest_return = 4;
constexpr std::size_t soonest_third = 8;

/// Walks the tree below a position; keeps the line to the current node.
class Tree {
 public:
  explicit Tree(const Position& start) { line_.push_back({start, 0, false}); }

  /// The sequences of `depth` turns (at least 1) from the end of the line. The game must not be
  /// over there, and the side to move must have no finished chain.
  std::uint64_t leaves(int depth) {
    const Position position = line_.back().position;
    if (!can_repeat(depth)) return leaves_without_history(position, depth);
    if (depth == 1) return position.count_turns();
    if (depth == 2 && !line_.back().any_twice) return counters_.two_plies(position);
    std::uint64_t sum = 0;
    position.visit_turns([&](const Turn& turn) {
      if (play(turn)) sum += leaves(depth - 1);
      line_.pop_back();
      return true;
    });
    return sum;
  }

  /// Extends the line by a turn. Returns whether the game goes on.
  bool play(const Turn& turn) {
    const Entry& last = line_.back();
    Position next = last.position;
    next.play(turn);
    if (last.position.is_irreversible(turn)) {
      line_.push_back({next, line_.size(), false});
      return !next.ending_after(turn);
    }
    const int times = 1 + times_before(next);
    line_.push_back({next, last.since, last.any_twice || times > 1});
    const bool repeats = times >= repetition_limit && next.repetition() == Repetition::draw;
    return !repeats && !next.ending_after(turn);
  }

 private:
  struct Entry {
    Position position;
    std::size_t since;  ///< the first entry after the last irreversible turn
    bool any_twice;     ///< whether some position has occurred twice since then
  };

  /// Can a position above the leaves occur for the third time?
  bool can_repeat(int depth) const {
    return line_.size() - line_.back().since + static_cast<std::size_t>(depth) > soonest_third + 1;
  }

  std::uint64_t leaves_without_history(const Position& position, int depth) const {
    if (depth == 1) return position.count_turns();
    if (depth == 2) return counters_.two_plies(position);
    if (depth == 3) return counters_.three_plies(position);
    std::uint64_t sum = 0;
    position.visit_turns([&](const Turn& turn) {
      Position next = position;
      next.play(turn);
      if (!next.ending_after(turn)) sum += leaves_without_history(next, depth - 1);
      return true;
    });
    return sum;
  }

  int times_before(const Position& next) const {
    int times = 0;
    for (std::size_t i = line_.size(); i >= line_.back().since + soonest_return; i -= 2) {
      times += line_[i - soonest_return].position == next;
    }
    return times;
  }

  LeafCounters counters_ = best_leaf_counters();
  std::vector<Entry> line_;
};

bool any_chain(const Position& position) {
  return position.has_chain(Side::white) || position.has_chain(Side::black);
}

}  // namespace

LeafCounters portable_leaf_counters() { return {two_plies, three_plies}; }

LeafCounters best_leaf_counters() {
#if defined(SCHIRI_BIT_INSTRUCTIONS)
  if (has_bit_instructions()) return {quick_two_plies, quick_three_plies};
#endif
  return portable_leaf_counters();
}

std::uint64_t perft(const Position& position, int depth) {
  if (depth == 0) return 1;
  if (depth == 1) return position.count_turns();
  // A chain of the side to move also ends the game, after any turn.
  return any_chain(position) ? 0 : Tree(position).leaves(depth);
}

std::uint64_t perft_of_turn(const Position& position, const Turn& turn, int depth) {
  if (depth == 1) return 1;
  Tree tree(position);
  return tree.play(turn) && !any_chain(position) ? tree.leaves(depth - 1) : 0;
}

}  // namespace schiri::creeper
