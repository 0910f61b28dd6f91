#pragma once

#include <cstddef>
#include <string>

namespace schiri::cli {

/// The style of all pages of a site, in addition to that of list_page.h.
std::string site_style();

/// The style that prints a list on A4 with letters as large as it allows: `lines` of it in
/// `columns` side by side, each `width` heights of letters wide. A long list continues on further
/// sheets. What is printed is the element with the class `sheet`.
std::string sheet_style(std::size_t lines, std::size_t columns, double width);

}  // namespace schiri::cli
