#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "notation/records/source/byte_source.h"

namespace schiri {

/// A row of a table.
struct CsvRow {
  /// Without quotes and formula guards (with_formula_guard()), but with spaces around them.
  std::vector<std::string> cells;
  std::string text;                 ///< as written, without the end of its line
  std::size_t line = 0;             ///< its first line, from 1
  bool is_too_large = false;        ///< in bytes or cells; then only the beginning is kept
  bool has_too_many_cells = false;  ///< that is why
  bool is_unterminated = false;     ///< a quote is never closed
};

/// Cuts comma-separated values (RFC 4180) into rows; cells are separated by commas, semicolons or
/// tabs, the most frequent of these in the first row. Empty rows are left out. Needs memory for one
/// row.
class CsvRows {
 public:
  /// The maximum number of cells in a row; each needs many times the memory of its comma.
  static constexpr std::size_t most_cells = 10'000;

  /// `separator`: overrides that; zero: the first row decides.
  CsvRows(ByteSource& source, std::size_t most_bytes, char separator = '\0')
      : source_(source), most_(most_bytes), separator_(separator) {}

  /// False at the end.
  bool next(CsvRow& row);

 private:
  bool is_separator(char c) const;
  bool read_text(CsvRow& row);
  void choose_separator(const std::string& text);
  void split(CsvRow& row) const;

  ByteSource& source_;
  std::size_t most_;
  char separator_;  ///< zero while it is not known
  std::size_t line_ = 1;
};

/// A cell as it is written between commas, with a formula guard.
std::string csv_cell(std::string_view text);

}  // namespace schiri
