#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "cli/input/filter_options.h"
#include "cli/input/inputs.h"
#include "cli/input/name_check.h"
#include "db/games/record_row.h"
#include "db/games/store.h"
#include "db/position_index/position_index.h"
#include "db/query/game_filter.h"
#include "notation/records/check/check.h"

namespace schiri::cli {

/// The source of a command's games: a database or record files.
struct GameSource {
  /// The outcome of reading files.
  struct FilesRead {
    ExitStatus reading = ExitStatus::done;  ///< could all files be read?
    std::uint64_t broken = 0;               ///< invalid records, which were omitted

    /// `wrong` if records were omitted.
    ExitStatus status() const { return worse(reading, broken ? ExitStatus::wrong : reading); }
  };

  InputOptions input;
  std::string db;  ///< empty for files
  FilterOptions selection;

  /// Adds `FILE... | --db F`, the options on reading records and those that select games.
  void add_to(Command& command);
  /// Replaces folders by their record files. Throws InputError if there is neither a database nor a
  /// file, or both, and as InputOptions::check(). `written` is the file that the command writes.
  void check(const std::string& written = {});
  /// The filter of the options. Throws InputError.
  db::GameFilter filter() const { return selection.record_filter(input.read.check); }
  /// Visits the valid records of the files that match the filter. `know` adds the names of each
  /// record to `names`, which resolve names of the filter that are parts of others. Invalid records
  /// are reported and omitted. `also`: what `take` asks of a record beside the filter.
  FilesRead visit_files(NameCheck& names, db::GameFilter& filter,
                        const std::function<void(const CheckedRecord&)>& know,
                        const std::function<void(CheckedRecord&)>& take,
                        const RecordFilter::Condition& also = {}) const;
};

/// Store::visit_records, with progress on a terminal.
void visit_stored_games(const db::Store& store, const db::GameFilter& filter,
                        const std::function<bool(db::StoredRecord&)>& visitor);

/// A record of a database, where all games are valid and complete.
CheckedRecord checked_game(Record record);

/// Adds new games to the position index, or rebuilds it, with progress on a terminal.
db::IndexSize index_stored_games(db::Store& store, bool rebuild);

}  // namespace schiri::cli
