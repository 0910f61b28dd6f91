#pragma once

#include <string>
#include <vector>

#include "cli/line/command_line.h"
#include "cli/line/start.h"
#include "core/base/date.h"
#include "db/position_index/position_index.h"
#include "db/query/game_filter.h"
#include "notation/game_types.h"
#include "notation/position_search.h"

namespace schiri::cli {

/// The games that an option names: this one, or all if it is empty.
std::vector<const GameType*> games_meant(const std::string& game);

/// `[--reaches POSITION]... [--pieces LETTER=N,...]... [--pattern ROW/...]... [--mirror]
/// [--at-end]`: options that select games by their positions, in records and in a database.
class PositionOptions {
 public:
  void add_to(Command& command);

  /// The search in games that begin like `told`; empty texts mean any game, variant or roll. Throws
  /// InputError.
  struct Told {
    std::string game, variant, roll;
  };
  PositionSearch search(const Told& told) const;

 private:
  std::vector<std::string> reaches_;
  std::vector<std::string> pieces_;
  std::vector<std::string> patterns_;
  bool mirrored_ = false;
  bool at_end_ = false;
};

/// `[--player P]... [--game G] [--variant V] [--event E]... [--result R]... [--since D] [--until D]
/// [--reaches POSITION]... [--pieces ...]... [--pattern ...]... [--mirror] [--at-end]`: options
/// that select games.
class FilterOptions {
 public:
  void add_to(Command& command);
  /// The same without `--id` and `--number`.
  void add_selection(Command& command);
  /// `[--limit N] [--offset N]`: the range of the selected games.
  void add_page_options(Command& command);
  /// The filter options that only commands on databases have.
  void add_record_options(Command& command);
  /// The filter of a database, for `open_for_query`. Throws InputError for an unknown game or
  /// variant, an invalid date and invalid conditions on positions.
  db::GameFilter filter(const std::string& database) const;
  /// The filter of records, the names of which become known one by one. Throws InputError.
  db::GameFilter record_filter(DateOrder order = DateOrder::unknown) const;

 private:
  db::GameFilter given_;
  PositionOptions positions_;
};

/// The start as a position that games may reach. Throws InputError or StartError.
db::PositionGoal position_goal(const StartOptions& start);

/// The date of an option. Throws InputError, which names the option, for an invalid date.
Date require_date(const std::string& option, const std::string& text,
                  DateOrder order = DateOrder::unknown);
/// Replaces `since` and `until` (empty if not given) by the first and the last day of the period.
/// Throws InputError.
void read_period(db::GameFilter& filter, DateOrder order = DateOrder::unknown);

}  // namespace schiri::cli
