#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/game.h"
#include "core/rating/games/counts.h"
#include "core/rating/games/game_log.h"
#include "db/games/record_row.h"
#include "db/games/store.h"
#include "db/games/stored_line.h"
#include "db/position_index/position_index.h"
#include "db/query/game_filter.h"
#include "db/sqlite/statement.h"
#include "notation/text/table.h"

namespace schiri::db {

/// The ids of the players or events of a name as a list of SQL; if there are none, the ids of those
/// whose names contain it in any case. `table`: `player` or `event`.
std::string ids_called(const Store& store, const std::string& table, const std::string& name);

/// The endings (see ending_name) and the tags that games have.
std::vector<std::string> names_of_endings(const Store& store);
std::vector<std::string> names_of_tags(const Store& store);

/// A filter as SQL on the table `game`: conditions with bound texts.
class FilterQuery {
 public:
  /// Finds the games with the filter's positions, if it has any.
  FilterQuery(const Store& store, const GameFilter& filter);

  /// ` WHERE ... ORDER BY game.id LIMIT ...`.
  std::string clauses() const { return conditions() + " ORDER BY game.id" + limits(); }
  /// ` WHERE ... ORDER BY ... LIMIT ...`, in the filter's own order; for queries with the tables
  /// `event`, `white`, `black`.
  std::string sorted_clauses() const;
  /// ` WHERE ...`.
  std::string conditions() const;
  /// The conditions for a search, which must not outlive this query.
  OtherConditions as_conditions() const;
  /// Binds the values from the first parameter on.
  void bind(Statement& statement) const;

 private:
  void require(std::string condition, const std::string& value);
  /// One of the players or events has one of the names.
  void require_any(const Store& store, const char* column, const char* table,
                   const std::vector<std::string>& names);
  void require_tags(const std::vector<TagCondition>& tags);
  void require_period(const GameFilter& filter);
  void find_positions(const Store& store, const PositionSearch& search);
  /// Binds the values of the conditions; returns their number.
  int bind_conditions(Statement& statement) const;
  std::string limits() const;

  std::vector<std::string> conditions_;
  std::vector<std::string> values_;
  std::optional<std::uint64_t> limit_;
  std::uint64_t offset_;
  std::vector<std::pair<std::string, bool>> sort_;
};

// Games of a filter in the order of ids; the filter's `sort` is ignored. All throw StoreError.

/// Calls the visitor for each record until it returns false.
void visit_records(const Store& store, const GameFilter& filter,
                   const std::function<bool(StoredRecord&)>& visitor);
/// The number of records that visit_records() visits.
std::uint64_t count_games(const Store& store, const GameFilter& filter);
/// Calls the visitor for each game in the form for ratings; its texts are valid during the call.
void visit_results(const Store& store, const GameFilter& filter,
                   const std::function<void(const rating::FinishedGame&)>& visitor);
/// The results of the games added up, for each game and variant, by their names.
std::vector<rating::GameCounts> count_results(const Store& store, const GameFilter& filter);

/// A stored game as it is counted, with its turns; the complete record, which takes longer to read
/// than all of that, is made on request. Valid during the visit.
class GameRow {
 public:
  GameRow(Statement& row, const rating::FinishedGame& finished, const StoredLine& line);

  /// The names are those of the database, not first spellings.
  const rating::FinishedGame& finished() const { return finished_; }
  const StoredLine& line() const { return line_; }
  /// As in records.
  std::string_view result() const { return result_; }
  /// By the rules, as stored.
  const std::optional<Ending>& ending() const { return ending_; }
  /// Throws SQLite::Exception for values that no record can have.
  StoredRecord record() const;

 private:
  Statement& row_;
  rating::FinishedGame finished_;
  const StoredLine& line_;
  std::string_view result_;
  std::optional<Ending> ending_;
};

/// Calls the visitor for the games of a filter in the order of ids. The filter's `sort` is
/// ignored. Throws StoreError.
void visit_game_rows(const Store& store, const GameFilter& filter,
                     const std::function<void(const GameRow&)>& visitor);

/// A value of a stored game; std::monostate if it is unknown.
using GameCell = std::variant<std::monostate, std::int64_t, double, std::string>;

/// The columns of games without their movetext; `id` comes first.
std::vector<schiri::Column> columns_of_games();
/// Calls the visitor with the cells of each game, in the order of the columns, until it returns
/// false. Games come in the filter's own order. Unknown rounds, boards, dates and terminations are
/// std::monostate; unknown names are as in a record.
void visit_games(const Store& store, const GameFilter& filter,
                 const std::function<bool(const std::vector<GameCell>&)>& visitor);

}  // namespace schiri::db
