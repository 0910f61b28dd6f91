#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "cli/line/command_line.h"
#include "cli/line/start.h"
#include "core/base/date.h"
#include "core/rating/games/game_log.h"
#include "db/games/store.h"
#include "db/position_index/position_index.h"
#include "db/query/game_filter.h"
#include "notation/game_types.h"
#include "notation/position_search.h"
#include "notation/records/check/check.h"

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

/// The options that select games, in records and in a database alike: `[--player P]... [--white
/// P]...
/// [--black P]... [--event E]... [--result R]... [--ending E]... [--since D] [--until D]
/// [--min-turns N] [--max-turns N] [--tag T]... [--begins TURNS]...`, and those of PositionOptions.
class FilterOptions {
 public:
  void add_record_options(Command& command);
  /// The same with `--game` and `--variant`, for commands that only read databases.
  void add_selection(Command& command);
  /// The same with `--id` and `--number`.
  void add_to(Command& command);
  /// `[--limit N] [--offset N]`: the range of the selected games.
  void add_page_options(Command& command);
  /// The filter of a database, for `open_for_query`. Throws InputError for an unknown game or
  /// variant, an invalid date and invalid conditions on positions.
  db::GameFilter filter(const std::string& database) const;
  /// The filter of records without tags as `told`, or of all games. The names become known one by
  /// one. Throws InputError.
  db::GameFilter record_filter(const CheckOptions& told) const;

 private:
  db::GameFilter given_;
  std::vector<std::string> tags_;
  std::vector<std::string> beginnings_;
  PositionOptions positions_;
};

/// Selects records by a filter, and counts those that only an unknown part of their date leaves
/// out. Several threads may use it.
class RecordFilter {
 public:
  /// What else a record must be, beside the filter.
  using Condition = std::function<bool(const CheckedRecord&)>;

  /// `told`: of records without tags. Records that do not hold `also` are never unsure; if they fit
  /// the filter, they are left to the caller.
  RecordFilter(db::GameFilter filter, const CheckOptions& told, Condition also = {});

  const db::GameFilter& filter() const { return filter_; }
  /// Sets the names of the filter that are parts of names, see GameFilter::parts.
  void set_parts(std::set<std::string, std::less<>> parts);
  /// `unsure`: only a part of the date that is unknown leaves it out.
  enum class Fit { no, unsure, yes };
  Fit fit(const CheckedRecord& checked) const;
  /// Counts unsure records for note_unsure_dates().
  bool accepts(const CheckedRecord& checked);
  /// Prints how many games were left out by an unknown part of their date, if there are any.
  void note_unsure_dates() const;

 private:
  bool reaches(const CheckedRecord& checked) const;

  db::GameFilter filter_;
  CheckOptions told_;
  Condition also_;
  PositionMatcher positions_;
  std::atomic<std::uint64_t> unsure_dates_ = 0;
};

/// Prints that an unknown part of their date leaves out this many games, if there are any.
void note_games_with_unsure_dates(std::uint64_t games);
/// Prints how many games of a database are left out by an unknown part of their date, if there are
/// any.
void note_unsure_dates(const db::Store& store, const db::GameFilter& filter);
/// The same of games that hold another condition.
void note_unsure_dates(const db::Store& store, const db::GameFilter& filter,
                       const std::function<bool(const rating::FinishedGame&)>& also);

/// The start as a position that games may reach. Throws InputError or StartError.
db::PositionGoal position_goal(const StartOptions& start);

/// The date of an option. Throws InputError, which names the option, for an invalid date.
Date require_date(const std::string& option, const std::string& text,
                  DateOrder order = DateOrder::unknown);
}  // namespace schiri::cli
