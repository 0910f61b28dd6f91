#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace schiri::cli {

/// A text in Markdown, in one line: markup is escaped, so that a name neither changes the page nor
/// mentions a user.
std::string markdown_text(std::string_view text);

/// A row of a table of GitHub's Markdown; the cells are Markdown.
void write_markdown_row(std::ostream& out, const std::vector<std::string>& cells);

/// The first two lines of a table: the headings, and the alignment of their columns: the first
/// `left` to the left, the others to the right.
void write_markdown_header(std::ostream& out, const std::vector<std::string>& headings,
                           std::size_t left);

}  // namespace schiri::cli
