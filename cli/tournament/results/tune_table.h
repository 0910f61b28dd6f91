#pragma once

#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "cli/line/table_options.h"
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

  /// For programs, by the places of the options.
  Columns<std::size_t> option_columns() const;

 private:
  bool is_number(std::size_t place) const;
  /// The places of the options.
  std::vector<std::size_t> places() const;
  /// For people: the option, its start and its bounds.
  Columns<std::size_t> value_columns() const;

  const Spsa& tune_;
};

}  // namespace schiri::cli
