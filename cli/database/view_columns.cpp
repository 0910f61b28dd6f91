#include "cli/database/view_columns.h"

#include "cli/help/embedded_files.h"
#include "cli/help/manual_page.h"

namespace schiri::cli {

namespace {

std::string without_marks(const std::string& text) {
  std::string words;
  for (const TextSpan& span : read_spans(text)) words += span.text;
  return words;
}

/// The name in `The view NAME has ...`; empty for any other paragraph.
std::string view_in(const std::string& paragraph) {
  constexpr std::string_view beginning = "The view ";
  const std::string text = without_marks(paragraph);
  if (!text.starts_with(beginning)) return "";
  return text.substr(beginning.size(), text.find(' ', beginning.size()) - beginning.size());
}

}  // namespace

std::vector<ViewColumn> view_columns() {
  std::vector<ViewColumn> columns;
  std::string view;
  for (const ManualBlock& block : read_manual_page(text_of(manual_pages, "sql")).blocks) {
    if (block.kind == ManualBlock::Kind::table && !view.empty()) {
      for (std::size_t i = 1; i < block.rows.size(); ++i) {
        const auto& row = block.rows[i];
        columns.push_back({view, without_marks(row.at(0)), without_marks(row.at(1)),
                           without_marks(row.at(2)), without_marks(row.at(3)) == "yes",
                           without_marks(row.at(4))});
      }
    }
    view = block.kind == ManualBlock::Kind::paragraph ? view_in(block.text) : "";
  }
  return columns;
}

}  // namespace schiri::cli
