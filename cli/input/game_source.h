#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "cli/input/inputs.h"
#include "cli/input/name_check.h"
#include "db/query/game_filter.h"

namespace schiri::cli {

/// Where a command takes its games from: a database, or record files.
struct GameSource {
  /// What came of reading files.
  struct FilesRead {
    ExitStatus reading = ExitStatus::done;  ///< could all files be read?
    std::uint64_t broken = 0;               ///< records that were left out

    /// `wrong` if records were left out.
    ExitStatus status() const { return worse(reading, broken ? ExitStatus::wrong : reading); }
  };

  InputOptions input;
  std::string db;  ///< empty for files

  /// `FILE... | --db F`, how records are read, and of which form they may be.
  void add_to(Command& command, bool with_forms = true);
  /// Puts the record files of folders in their place. Throws InputError if there is neither a
  /// database nor a file, or both, and what InputOptions::check() throws.
  void check();
  /// What options ask for, with the game and the variant of the records and the days of the period.
  /// Throws InputError for a text that is no date.
  db::GameFilter filter(db::GameFilter given) const;
  /// Visits the valid records of the files that the filter means. `know` adds the names of each
  /// record to `names`, which find out before which names of the filter are parts of others. Broken
  /// records are told and left out.
  FilesRead visit_files(NameCheck& names, db::GameFilter& filter,
                        const std::function<void(const CheckedRecord&)>& know,
                        const std::function<void(CheckedRecord&)>& take) const;
};

}  // namespace schiri::cli
