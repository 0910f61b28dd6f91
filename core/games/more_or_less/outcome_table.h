#pragma once

#include <cstdint>

#include "core/base/probing_table.h"
#include "core/games/more_or_less/position.h"

namespace schiri::more_or_less {

/// Counts the turns that lead to each position.
class OutcomeTable {
 public:
  /// Counts one more turn to this position; true if it is the first.
  bool add(const Position& outcome) {
    const auto [entry, is_new] =
        table_.insert(outcome.hash(), [&](const auto& known) { return known.outcome == outcome; });
    if (is_new) entry->outcome = outcome;
    ++entry->turns;
    return is_new;
  }

  /// Calls `visitor(position, number of turns)` for each position.
  template <class Visitor>
  void visit(const Visitor& visitor) const {
    table_.visit([&](const auto& entry) { visitor(entry.outcome, entry.turns); });
  }

 private:
  struct Kind {
    struct Entry {
      Position outcome;
      std::uint64_t turns = 0;
    };

    static bool is_free(const Entry& entry) { return entry.turns == 0; }
    static std::uint64_t hash(const Entry& entry) { return entry.outcome.hash(); }
  };

  ProbingTable<Kind> table_{32};
};

}  // namespace schiri::more_or_less
