#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "core/game.h"
#include "core/rating/games/game_log.h"
#include "db/games/store.h"
#include "db/games/stored_line.h"
#include "db/games/stored_record.h"
#include "db/query/game_filter.h"

namespace schiri::db {

/// A stored game as it is counted, with its turns; the complete record, which takes longer to read
/// than all of that, is made on request. Valid during the visit.
class GameRow {
 public:
  GameRow(Statement& row, rating::FinishedGame finished, const StoredLine& line);

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

/// Calls the visitor for the games of a filter in the order of ids. The filter's `sort` and
/// `descending` are ignored. Throws StoreError.
void visit_game_rows(const Store& store, const GameFilter& filter,
                     const std::function<void(const GameRow&)>& visitor);

}  // namespace schiri::db
