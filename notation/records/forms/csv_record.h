#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "notation/records/pgn/reader.h"

/// Game records as a table: the first row names the columns, `moves` and what tags are called, in
/// any order and case (`white`, `WhiteElo`, `White Elo`); each other row is a game. Further tags
/// may stand in a column `tags`, as pairs: `[Annotator "A"] [Opening "B"]`.
namespace schiri {

/// Writes rows that hold all that the records hold. The columns are those of the roster, of the
/// game, and of what further tags the first record has.
class CsvWriter {
 public:
  /// A row with the end of its line, before the first one the row of the columns.
  std::string write(const Record& record);

 private:
  void choose_columns(const Record& record);

  std::vector<std::string> columns_;  ///< tags, those of every table first
};

/// Reads such rows and checks each like a written record. One without a result has that of the
/// rules, else `*`. Findings stand at the line where the row begins.
void read_csv_records(ByteSource& source, const ReadOptions& options,
                      const std::function<bool(CheckedRecord&)>& sink);

}  // namespace schiri
