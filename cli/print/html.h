#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace schiri::cli {

/// A text as HTML: markup is escaped, control characters are removed.
std::string html_text(std::string_view text);

/// The head of a document that loads nothing and runs no script, in the reader's light or dark
/// mode: up to and with `<main>`. `style`: rules in addition to the common ones.
std::string html_head(std::string_view title, std::string_view language, std::string_view style);
inline constexpr std::string_view html_end = "</main>\n</html>\n";

/// A column of a table.
struct HtmlColumn {
  std::string title;
  bool is_number = false;
  /// Stays visible if the table is wider than the screen; at most one column of a table.
  bool names_the_row = false;
};

/// A table whose cells, but not its headings, stay on one line each. `label`: its name for screen
/// readers.
std::string html_table(std::string_view label, const std::vector<HtmlColumn>& columns,
                       const std::vector<std::vector<std::string>>& rows);

/// The style that prints this table and N further lines of the page on one sheet of A4, portrait or
/// landscape, unless the letters would be too small. `largest_letters`: in points.
std::string html_print_style(const std::vector<HtmlColumn>& columns,
                             const std::vector<std::vector<std::string>>& rows,
                             std::size_t other_lines, double largest_letters = 11);

/// The approximate width of a printed table, in heights of its letters.
double html_width(const std::vector<HtmlColumn>& columns,
                  const std::vector<std::vector<std::string>>& rows);

}  // namespace schiri::cli
