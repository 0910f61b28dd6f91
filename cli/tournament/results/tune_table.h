#pragma once

#include <memory>
#include <ostream>
#include <string>

#include "cli/print/json.h"
#include "core/tournament/spsa.h"
#include "db/tournament/tournaments.h"
#include "notation/contest/contest.h"

namespace schiri::cli {

/// The options of a tune: bounds, step sizes, where they began and have come to.
class TuneTable {
 public:
  explicit TuneTable(const Spsa& tune) : tune_(tune) {}

  /// The step sizes, before the first game.
  void print_plan(std::ostream& out) const;
  /// A table for a person, fenced in Markdown, or one object for programs, with the whole way.
  void print(std::ostream& out, const std::string& format) const;

 private:
  Json option(std::size_t place) const;

  const Spsa& tune_;
};

}  // namespace schiri::cli
