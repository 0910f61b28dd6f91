#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace schiri::cli {

/// A text as HTML: markup is escaped, control characters are removed.
std::string html_text(std::string_view text);

/// The head of a document that loads nothing and runs no script, in the reader's light or dark
/// mode: up to and with `<main>`. Browsers reload it after this many seconds, never if 0. `style`:
/// rules beside html_style.
std::string html_head(std::string_view title, std::string_view language, std::string_view style,
                      unsigned refresh_seconds = 0);
inline constexpr std::string_view html_end = "</main>\n</html>\n";

/// A column of a table.
struct HtmlColumn {
  std::string title;
  bool is_number = false;
  /// Stays in sight where the table is wider than the screen; one of them in a table at most.
  bool names_the_row = false;
};

/// A table whose cells, but not its headings, stay on one line each. `label`: what it is called
/// where it is read aloud.
std::string html_table(std::string_view label, const std::vector<HtmlColumn>& columns,
                       const std::vector<std::vector<std::string>>& rows);

/// The style by which this table and what else the page says, so many lines, are printed on one
/// sheet of A4, upright or across, if they can be without letters too small to be read.
std::string html_print_style(const std::vector<HtmlColumn>& columns,
                             const std::vector<std::vector<std::string>>& rows,
                             std::size_t other_lines);

/// How wide a table is about, in heights of its letters, as it is printed.
double html_width(const std::vector<HtmlColumn>& columns,
                  const std::vector<std::vector<std::string>>& rows);

}  // namespace schiri::cli
