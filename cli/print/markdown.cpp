#include "cli/print/markdown.h"

#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

constexpr std::string_view marks = "\\`*_{}[]()<>#+!|~$";

}  // namespace

std::string markdown_text(std::string_view text) {
  std::string escaped;
  for (const char c : printable(text, 4096)) {
    if (c == '@') {
      escaped += "&#64;";  // a backslash does not prevent a mention on GitHub
    } else if (c == '&') {
      escaped += "&amp;";
    } else if (c == '<') {
      escaped += "&lt;";
    } else {
      if (marks.find(c) != marks.npos) escaped += '\\';
      escaped += c;
    }
  }
  return escaped;
}

void write_markdown_row(std::ostream& out, const std::vector<std::string>& cells) {
  for (const std::string& cell : cells) out << "| " << cell << ' ';
  out << "|\n";
}

void write_markdown_header(std::ostream& out, const std::vector<std::string>& headings,
                           std::size_t left) {
  write_markdown_row(out, headings);
  for (std::size_t i = 0; i < headings.size(); ++i) out << (i < left ? "|---" : "|--:");
  out << "|\n";
}

}  // namespace schiri::cli
