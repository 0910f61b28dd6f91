#pragma once

#include <memory>
#include <ostream>
#include <string>

#include "cli/print/format.h"
#include "cli/print/json.h"
#include "core/tournament/spsa.h"
#include "db/tournament/tournaments.h"
#include "notation/contest/contest.h"

namespace schiri::cli {

/// The options of a tune: bounds, step sizes, start and present values.
class TuneTable {
 public:
  explicit TuneTable(const Spsa& tune) : tune_(tune) {}

  /// Prints the step sizes, before the first game.
  void print_plan(std::ostream& out) const;
  /// Prints a table, fenced in Markdown, or one JSON object with the values after each step.
  void print(std::ostream& out, Format format) const;

 private:
  Json option(std::size_t place) const;

  const Spsa& tune_;
};

}  // namespace schiri::cli
