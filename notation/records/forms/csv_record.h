#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "notation/records/pgn/reader.h"

/// Game records as a table: the first row names the columns, `moves` and tags, in any order and
/// case (`white`, `WhiteElo`, `White Elo`); each other row is a game. Further tags may be in a
/// column `tags`, as pairs: `[Annotator "A"] [Opening "B"]`.
/// Dates are in ISO 8601, `2026-03-07`, and a column `board` has what follows the point of a tag
/// `Round`: programs read both more easily.
namespace schiri {

/// Writes rows without loss. The columns are those of the roster, of the game, and of further tags
/// of the first record.
class CsvWriter {
 public:
  /// A row with the end of its line, preceded by the row of titles if it is the first.
  std::string write(const Record& record);

 private:
  void choose_columns(const Record& record);

  std::vector<std::string> columns_;  ///< tags, those of every table first
};

/// Reads such rows and checks each like a written record. A row without a result gets that of the
/// rules, otherwise `*`. Findings are at the first line of the row.
void read_csv_records(ByteSource& source, const ReadOptions& options, const RecordSink& sink);

}  // namespace schiri
