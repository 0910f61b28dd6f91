#include "cli/print/html.h"

#include <algorithm>
#include <cmath>

#include "core/base/decimals.h"
#include "notation/board/diagram.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

constexpr std::size_t any_length = std::size_t{1} << 20;

constexpr std::string_view common_style =
    ":root { color-scheme: light dark; }\n"
    "body { font: 16px/1.4 system-ui, sans-serif; margin: 1rem auto; max-width: 80rem; "
    "padding: 0 1rem; }\n"
    "h1, h2, h3, p { margin: 0 0 .5em; overflow-wrap: anywhere; }\n"
    "h1 { font-size: 1.6em; } h2 { font-size: 1.2em; } h3 { font-size: 1.1em; }\n"
    ".scroll { overflow-x: auto; margin-bottom: 1rem; }\n"
    "table { border-collapse: collapse; }\n"
    "th, td { border-bottom: 1px solid #8886; padding: .25em .6em; text-align: left; }\n"
    "thead th { vertical-align: bottom; }\n"
    "td, tbody th { white-space: nowrap; }\n"
    "tbody th { background: Canvas; font-weight: inherit; left: 0; max-width: 50vw; "
    "overflow: hidden; position: sticky; text-overflow: ellipsis; }\n"
    ".n { text-align: right; font-variant-numeric: tabular-nums; }\n"
    "tr { break-inside: avoid; } thead { display: table-header-group; }\n"
    "@media (max-width: 40rem) { th, td { padding: .25em .4em; } }\n"
    "@media print { body { line-height: 1.25; margin: 0; max-width: none; padding: 0; } "
    "th, td { padding: .15em .4em; } .scroll { overflow: visible; } tbody th { max-width: 22em; } "
    "}\n";

/// A sheet of A4 in points, without margins of 12 mm.
struct Sheet {
  const char* orientation;
  double width;
  double height;
};
constexpr Sheet sheets[] = {{"portrait", 527, 774}, {"landscape", 774, 527}};
constexpr double readable_letters = 8;
constexpr double narrowest_letters = 5;
/// Lengths in heights of letters.
constexpr double mean_width = 0.64;
constexpr double blanks_of_cell = 0.85;
constexpr double height_of_row = 1.7;

std::size_t longest_word(std::string_view text) {
  std::size_t longest = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" -"), text.size() - 1);
    longest = std::max(longest, display_width(text.substr(0, end + 1)));
    text.remove_prefix(end + 1);
  }
  return longest;
}

/// `<th scope="row" class="n">` and the like.
std::string tag(const HtmlColumn& column, bool is_heading) {
  std::string text = is_heading             ? "<th scope=\"col\""
                     : column.names_the_row ? "<th scope=\"row\""
                                            : "<td";
  return text + (column.is_number ? " class=\"n\">" : ">");
}

}  // namespace

std::string html_text(std::string_view text) { return xml_text(printable(text, any_length)); }

std::string html_head(std::string_view title, std::string_view language, std::string_view style) {
  return "<!doctype html>\n<html lang=\"" + std::string(language) +
         "\">\n<meta charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
         "style-src 'unsafe-inline'\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta name=\"color-scheme\" content=\"light dark\">\n<title>" +
         html_text(title) + "</title>\n<style>\n" + std::string(common_style) + std::string(style) +
         "</style>\n<main>\n";
}

std::string html_table(std::string_view label, const std::vector<HtmlColumn>& columns,
                       const std::vector<std::vector<std::string>>& rows) {
  std::string text = "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"" +
                     html_text(label) + "\"><table>\n<thead><tr>";
  for (const HtmlColumn& column : columns) {
    text += tag(column, true) + html_text(column.title) + "</th>";
  }
  text += "</tr></thead>\n<tbody>\n";
  for (const auto& row : rows) {
    text += "<tr>";
    for (std::size_t i = 0; i < columns.size(); ++i) {
      text += tag(columns[i], false) + html_text(row[i]) +
              (columns[i].names_the_row ? "</th>" : "</td>");
    }
    text += "</tr>\n";
  }
  return text + "</tbody>\n</table></div>\n";
}

double html_width(const std::vector<HtmlColumn>& columns,
                  const std::vector<std::vector<std::string>>& rows) {
  double width = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    std::size_t longest = longest_word(columns[i].title);
    for (const auto& row : rows) longest = std::max(longest, display_width(row[i]));
    width += static_cast<double>(longest) * mean_width + blanks_of_cell;
  }
  return width;
}

std::string html_print_style(const std::vector<HtmlColumn>& columns,
                             const std::vector<std::vector<std::string>>& rows,
                             std::size_t other_lines, double largest_letters) {
  const double width = html_width(columns, rows);
  const double lines = static_cast<double>(rows.size() + other_lines);
  const Sheet* best = nullptr;
  double size = 0;
  for (const Sheet& sheet : sheets) {
    const double by_width = std::min(sheet.width / width, largest_letters);
    const double by_height = sheet.height / (lines * height_of_row);
    // A long table continues on another sheet.
    const double its = by_height < readable_letters ? by_width : std::min(by_width, by_height);
    if (best && size + 0.5 >= std::min(its, readable_letters)) continue;
    best = &sheet;
    size = its;
  }
  return "@page { size: A4 " + std::string(best->orientation) +
         "; margin: 12mm; }\n@media print { body { font-size: " +
         fixed_text(std::max(size, narrowest_letters), 1) + "pt; } }\n";
}

}  // namespace schiri::cli
