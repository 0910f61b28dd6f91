#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/games/more_or_less/position.h"

namespace schiri::more_or_less {

/// How many turns lead to each position.
class OutcomeTable {
 public:
  /// Notes one more turn to this position; true if it is the first.
  bool add(const Position& outcome) {
    if (2 * size_ >= slots_.size()) grow();
    Entry& entry = slots_[slot(outcome)];
    entry.outcome = outcome;
    const bool first = entry.turns++ == 0;
    size_ += first;
    return first;
  }

  /// Calls `visitor(position, number of turns)` for each position.
  template <class Visitor>
  void visit(const Visitor& visitor) const {
    for (const Entry& entry : slots_) {
      if (entry.turns) visitor(entry.outcome, entry.turns);
    }
  }

 private:
  struct Entry {
    Position outcome;
    std::uint64_t turns = 0;
  };

  std::size_t slot(const Position& outcome) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = outcome.hash() & mask;
    while (slots_[at].turns && slots_[at].outcome != outcome) at = (at + 1) & mask;
    return at;
  }

  void grow() {
    std::vector<Entry> old(2 * slots_.size());
    old.swap(slots_);
    for (const Entry& entry : old) {
      if (entry.turns) slots_[slot(entry.outcome)] = entry;
    }
  }

  std::vector<Entry> slots_ = std::vector<Entry>(128);
  std::size_t size_ = 0;
};

}  // namespace schiri::more_or_less
