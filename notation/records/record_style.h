#pragma once

#include <cstddef>
#include <string>

#include "notation/records/record.h"

namespace schiri {

/// The layout of a written record; canonical unless changed.
struct RecordStyle {
  bool fills_roster = true;  ///< write absent tags of the roster with their unknown value
  bool numbers = true;       ///< write turn numbers, in variations too
  std::size_t width = 79;    ///< of the lines of the movetext, in characters; 0: one line
};

/// Appends a record in this layout, otherwise as write_record() does.
void write_record(const Record& record, std::string& out, const RecordStyle& style);

}  // namespace schiri
