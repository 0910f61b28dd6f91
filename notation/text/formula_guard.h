#pragma once

#include <string>
#include <string_view>

namespace schiri {

/// Text of a table's cell that no spreadsheet reads as a formula: an apostrophe, which means
/// "text", is inserted before `=`, `+`, `-`, `@`, also of full width, a tab and a carriage return
/// at the beginning of the cell, or of a cell with another separator (`,`, `;`, tab). A text that
/// has such an apostrophe gets one more, so that nothing is lost.
std::string with_formula_guard(std::string_view text);

/// The text of such a cell.
std::string without_formula_guard(std::string_view cell);

}  // namespace schiri
