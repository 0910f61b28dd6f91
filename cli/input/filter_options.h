#pragma once

#include "cli/line/command_line.h"
#include "cli/line/start.h"
#include "core/base/date.h"
#include "db/query/game_filter.h"

namespace schiri::cli {

/// `[--player P]... [--game G] [--variant V] [--event E] [--result R] [--since D] [--until D]
/// [--reaches POSITION]`: which games are meant.
class FilterOptions {
 public:
  void add_to(Command& command);
  /// `[--limit N] [--offset N]`: how many of them.
  void add_page_options(Command& command);
  /// The filter options that commands for record files lack.
  void add_record_options(Command& command);
  /// What is asked of a database, for `open_for_query`. Throws InputError for a game or variant
  /// that is not known, a date that is none and for `--reaches` without `--game`, StartError for a
  /// position that cannot be set up.
  db::GameFilter filter() const;
  /// What is asked of records, whose names come to light one by one. Throws InputError.
  db::GameFilter record_filter() const;

 private:
  db::GameFilter given_;
  std::string reaches_;
};

/// The start as a position that games may come through. Throws InputError or StartError.
db::PositionGoal position_goal(const StartOptions& start);

/// A date that was given. Throws InputError, which names the option, if it is none.
Date require_date(const std::string& option, const std::string& text);
/// Makes `since` and `until`, as they were given (empty: not), the first and the last day that are
/// meant. Throws InputError.
void read_period(db::GameFilter& filter);

}  // namespace schiri::cli
