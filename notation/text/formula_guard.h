#pragma once

#include <string>
#include <string_view>

namespace schiri {

/// A text of a table's cell that no spreadsheet takes for a formula: an apostrophe, which says
/// "text", comes before `=`, `+`, `-`, `@`, also of full width, a tab and a carriage return where
/// they begin the cell, or what a spreadsheet with another separator (`,`, `;`, tab) takes for the
/// beginning of one. A text that has such an apostrophe gets one more, so that nothing is lost.
std::string with_formula_guard(std::string_view text);

/// The text of such a cell.
std::string without_formula_guard(std::string_view cell);

}  // namespace schiri
