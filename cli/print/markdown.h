#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace schiri::cli {

/// Any text as it is to be read in Markdown, in one line: what would be marks is escaped, so that a
/// name neither changes the page nor calls somebody.
std::string markdown_text(std::string_view text);

/// A row of a table of GitHub's Markdown; the cells are Markdown.
void write_markdown_row(std::ostream& out, const std::vector<std::string>& cells);

/// The first two lines of a table: the headings, and to which side their columns go: the first
/// `left` to the left, the others to the right.
void write_markdown_header(std::ostream& out, const std::vector<std::string>& headings,
                           std::size_t left);

}  // namespace schiri::cli
