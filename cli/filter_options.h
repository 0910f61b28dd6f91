#pragma once

#include <CLI/CLI.hpp>

#include "cli/start.h"
#include "db/store.h"

namespace schiri::cli {

/// `[--player P]... [--game G] [--variant V] [--event E] [--result R] [--since D] [--until D]
/// [--reaches POSITION]`: which games are meant.
class FilterOptions {
 public:
  void add_to(CLI::App& command);
  /// `[--limit N] [--offset N]`: how many of them.
  void add_page_options(CLI::App& command);
  /// Those of them that a command for record files does not have already.
  void add_record_options(CLI::App& command);
  /// Throws UsageError for a date that is none and for `--reaches` without `--game`, StartError for
  /// a position that cannot be set up.
  db::GameFilter filter() const;

 private:
  db::GameFilter given_;
  std::string reaches_;
};

/// The start as a position that games may come through. Throws UsageError or StartError.
db::PositionGoal position_goal(const StartOptions& start);

/// The first or the last day of a date that may leave out month and day, as `YYYY.MM.DD`; dashes
/// are read as well. Throws UsageError that names the option.
std::string first_day(const std::string& option, const std::string& date);
std::string last_day(const std::string& option, const std::string& date);

}  // namespace schiri::cli
