#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/text/json.h"

/// Rows of tables for people, spreadsheets and programs.
namespace schiri {

/// The text, or null for an empty one.
inline Json text_or_null(std::string_view text) { return text.empty() ? Json() : Json(text); }

/// The value, or null if there is none.
template <class Value>
Json value_or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}

/// A value for a person: texts without control characters, nothing for null.
std::string text_cell(const Json& value);
/// A cell of a CSV file (RFC 4180): quoted where needed, control characters replaced, and a text
/// that a spreadsheet would take for a formula made harmless (formula_guard.h). Numbers are none.
std::string spreadsheet_cell(const Json& value, char delimiter = ',');
/// The text of a number, quoted where needed.
std::string quoted_cell(const std::string& text, char delimiter = ',');

/// A row of a CSV file, with the end of its line.
std::string csv_line(const std::vector<Json>& values);
/// One object as one line. Bytes that are no UTF-8 are replaced; characters that a terminal obeys,
/// or that turn text round, are escaped.
std::string json_line(const Json& object);
/// A value for each key as one object.
Json object_of(const std::vector<std::string>& keys, const std::vector<Json>& values);

}  // namespace schiri
