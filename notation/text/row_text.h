#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/text/json.h"

/// Rows of tables for users, spreadsheets and programs.
namespace schiri {

/// Text of a table's cell that no spreadsheet reads as a formula: an apostrophe, which means
/// "text", is inserted before `=`, `+`, `-`, `@`, also of full width, a tab and a carriage return
/// at the beginning of the cell, or of a cell with another separator (`,`, `;`, tab). A text that
/// has such an apostrophe gets one more, so that nothing is lost.
std::string with_formula_guard(std::string_view text);

/// The text of such a cell.
std::string without_formula_guard(std::string_view cell);

/// The text, or null for an empty one.
inline Json text_or_null(std::string_view text) { return text.empty() ? Json() : Json(text); }

/// The value, or null if there is none.
template <class Value>
Json value_or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}

/// A value for users: texts without control characters, empty for null.
std::string text_cell(const Json& value);
/// A cell of a CSV file (RFC 4180): quoted if needed, control characters replaced, and formulas
/// guarded (with_formula_guard()). For text, not for numbers.
std::string spreadsheet_cell(const Json& value, char delimiter = ',');
/// The text of a number, quoted if needed.
std::string quoted_cell(const std::string& text, char delimiter = ',');

/// One object as one line. Bytes that are not UTF-8 are replaced; control and bidirectional
/// characters are escaped.
std::string json_line(const Json& object);
/// Throws std::logic_error unless a row has a cell for each column.
void require_cells(std::size_t columns, std::size_t cells);

}  // namespace schiri
