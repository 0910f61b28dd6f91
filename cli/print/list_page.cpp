#include "cli/print/list_page.h"

#include <algorithm>

#include "core/base/decimals.h"
#include "core/base/names.h"
#include "core/base/text.h"
#include "notation/board/diagram.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

constexpr std::size_t any_length = std::size_t{1} << 20;

constexpr std::string_view common_style =
    ":root { color-scheme: light dark; --sheet: Canvas; }\n"
    "body { font: 16px/1.4 system-ui, sans-serif; margin: 1rem auto; max-width: 80rem; "
    "padding: 0 1rem; }\n"
    "h1, h2, h3, p { margin: 0 0 .5em; overflow-wrap: anywhere; }\n"
    "h1 { font-size: 1.6em; } h2 { font-size: 1.2em; } h3 { font-size: 1.1em; }\n"
    ".scroll { overflow-x: auto; margin-bottom: 1rem; }\n"
    "table { border-collapse: collapse; }\n"
    "th, td { border-bottom: 1px solid #8886; padding: .25em .6em; text-align: left; }\n"
    "thead th { vertical-align: bottom; }\n"
    "td, tbody th { white-space: nowrap; }\n"
    "tbody th { background: var(--sheet); font-weight: inherit; left: 0; max-width: 50vw; "
    "overflow: hidden; position: sticky; text-overflow: ellipsis; }\n"
    ".n { text-align: right; font-variant-numeric: tabular-nums; }\n"
    "tr { break-inside: avoid; } thead { display: table-header-group; }\n"
    ".toggle { align-items: center; display: inline-flex; gap: .5rem; min-height: 2.8rem; }\n"
    ".toggle input { height: 1.4rem; width: 1.4rem; }\n"
    "@media (max-width: 40rem) { th, td { padding: .25em .4em; } }\n"
    "@media (min-width: 48.01rem), print { .toggle { display: none; } }\n"
    // Names and remarks take lines; points stay in the window, and so do the names.
    "@media screen and (max-width: 48rem) {\n"
    "main:has(.toggle input:not(:checked)) .extra { display: none; }\n"
    "table { width: 100%; }\n"
    "tbody th, td:not(.n) { white-space: normal; overflow-wrap: break-word; }\n"
    "tbody th { width: 100%; min-width: 5em; max-width: 0; overflow-wrap: anywhere; }\n"
    // What goes on below the points fades.
    ".total { background: linear-gradient(90deg, transparent, var(--sheet) .6em); "
    "padding-left: .6em; position: sticky; right: 0; }\n"
    "}\n"
    "@media screen and (max-width: 26rem) { body { padding: 0 .6rem; } "
    "th, td { padding-inline: .25em; } thead th { font-size: .85em; } }\n"
    "@media print { body { line-height: 1.25; margin: 0; max-width: none; padding: 0; } "
    "th, td { padding: .15em .4em; } .scroll { overflow: visible; } tbody th { background: none; "
    "max-width: 22em; position: static; } "
    "}\n";

constexpr std::string_view card_style =
    ".cards { display: grid; gap: 1rem 2rem; "
    "grid-template-columns: repeat(auto-fill, minmax(min(32rem, 100%), 1fr)); }\n"
    ".cards section { break-inside: avoid; min-width: 0; }\n"
    "@page { size: A4 landscape; margin: 12mm; }\n"
    "@media print { .cards { columns: 2; column-gap: 16pt; display: block; } }\n";
/// The width of half a sheet, and the size of its letters, in points.
constexpr double card_width = 375, card_letters = 10, smallest_letters = 6;

/// A sheet of A4 in points, without margins of 12 mm.
struct Sheet {
  const char* orientation;
  double width;
  double height;
};
constexpr Sheet sheets[] = {{"portrait", 527, 774}, {"landscape", 774, 527}};
constexpr double largest_letters = 18;
/// The largest of a list that continues on another sheet.
constexpr double usual_letters = 11;
constexpr double readable_letters = 8;
constexpr double narrowest_letters = 5;
/// Lengths in heights of letters.
constexpr double mean_width = 0.64, mean_bold_width = 0.7;
constexpr double blanks_of_cell = 0.85;
constexpr double height_of_row = 1.7;
/// Above and below the text of a row; the rows of a short list share its sheet.
constexpr double usual_padding = 0.15, most_padding = 1.6;

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
std::string tag(const ShownTable& table, std::size_t column, bool is_heading) {
  const Column& its = table.columns[column];
  std::string classes = table.is_number[column] ? "n" : "";
  if (its.is_detail) classes += classes.empty() ? "extra" : " extra";
  if (its.is_total) classes += classes.empty() ? "total" : " total";
  return (is_heading      ? "<th scope=\"col\""
          : its.names_row ? "<th scope=\"row\""
                          : "<td") +
         (classes.empty() ? ">" : " class=\"" + classes + "\">");
}

/// The approximate width of a printed table, in heights of its letters.
double html_width(const ShownTable& table) {
  double width = 0;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    std::size_t longest = 0;
    for (const auto& row : table.rows) longest = std::max(longest, display_width(row[i]));
    const auto heading = static_cast<double>(longest_word(table.headings[i]));
    width += std::max(heading * mean_bold_width, static_cast<double>(longest) * mean_width) +
             blanks_of_cell;
  }
  return width;
}

std::string paragraph(const std::string& text) {
  return text.empty() ? "" : "<p>" + html_text(text) + "</p>\n";
}

std::string html_of(const Table& list, const ShownTable& shown, const Translation& language) {
  std::string text =
      paragraph(list.above.in(language)) + html_table(list.title.in(language), shown);
  for (const Message& note : list.notes) text += paragraph(note.in(language));
  return text;
}

std::string heading(const std::string& title) {
  return title.empty() ? "" : "<h2>" + html_text(with_capital(title)) + "</h2>\n";
}

std::string page_head(const ListHead& head, const std::string& title, const Translation& language,
                      std::string_view style) {
  const std::string name = head.name.in(language);
  std::string about;
  for (const std::string& line : head_lines(head, language)) about += paragraph(line);
  return html_head(name + (title.empty() ? "" : ", " + title), language.language(), style) +
         "<h1>" + html_text(name) + "</h1>\n" + about + heading(title);
}

void print_above(std::ostream& out, const Message& line, const Translation& language) {
  if (!line.empty()) out << printable(line.in(language), 4096) << '\n';
}

/// The rows of several lists as one, for a spreadsheet or a program.
Table one_list(const std::vector<Table>& lists) {
  Table all{.columns = lists.front().columns};
  for (const Table& list : lists)
    all.rows.insert(all.rows.end(), list.rows.begin(), list.rows.end());
  return all;
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

std::string details_toggle(const std::vector<Column>& columns, const Translation& language) {
  const auto is_detail = [](const Column& column) { return column.is_detail; };
  if (std::none_of(columns.begin(), columns.end(), is_detail)) return "";
  return "<label class=\"toggle\"><input type=\"checkbox\"> " +
         html_text(message("All columns").in(language)) + "</label>\n";
}

std::string html_table(std::string_view label, const ShownTable& table, const RowName& name) {
  std::string text = "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"" +
                     html_text(label) + "\"><table>\n<thead><tr>";
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    text += tag(table, i, true) + html_text(table.headings[i]) + "</th>";
  }
  text += "</tr></thead>\n<tbody>\n";
  for (const auto& row : table.rows) {
    text += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool names = table.columns[i].names_row;
      text += tag(table, i, false) + (names && name ? name(row[i]) : html_text(row[i])) +
              (names ? "</th>" : "</td>");
    }
    text += "</tr>\n";
  }
  return text + "</tbody>\n</table></div>\n";
}

std::string html_print_style(const ShownTable& table, std::size_t other_lines) {
  const double width = html_width(table);
  const double rows = static_cast<double>(table.rows.size() + 1);
  const double lines = rows + static_cast<double>(other_lines);
  const Sheet* best = nullptr;
  double size = 0;
  for (const Sheet& sheet : sheets) {
    const double by_width = std::min(sheet.width / width, largest_letters);
    const double by_height = sheet.height / (lines * height_of_row);
    // A long table continues on another sheet.
    const double its = by_height < readable_letters ? std::min(by_width, usual_letters)
                                                    : std::min(by_width, by_height);
    if (best && size + 0.5 >= std::min(its, readable_letters)) continue;
    best = &sheet;
    size = its;
  }
  size = std::max(size, narrowest_letters);
  const double left = best->height / size - lines * height_of_row;
  const double padding = std::clamp(usual_padding + left / rows / 2, usual_padding, most_padding);
  return "@page { size: A4 " + std::string(best->orientation) +
         "; margin: 12mm; }\n@media print { body { font-size: " + fixed_text(size, 1) +
         "pt; } th, td { padding-block: " + fixed_text(padding, 2) + "em; } }\n";
}

std::string head_dates(const ListHead& head, const Translation& language) {
  const std::string first = shown_date(head.date, language);
  const std::string last = shown_date(head.end_date, language);
  if (first.empty() || last.empty() || first == last) return first.empty() ? last : first;
  return first + " – " + last;
}

std::vector<std::string> head_lines(const ListHead& head, const Translation& language) {
  std::string where = head_dates(head, language);
  for (const std::string& part : {head.place, head.federation}) {
    if (!part.empty()) where += (where.empty() ? "" : ", ") + part;
  }
  std::string facts =
      join(head.facts, " · ", [&](const Message& fact) { return fact.in(language); });
  std::vector<std::string> lines = {where, facts};
  std::erase(lines, "");
  return lines;
}

void print_list(std::ostream& out, const ListHead& head, const Table& list,
                const TableOptions& options) {
  const Translation& language = options.translation();
  if (options.format == Format::html) {
    constexpr std::size_t heading_lines = 7;
    const ShownTable shown = shown_table(list, options);
    out << page_head(head, list.title.in(language), language,
                     html_print_style(shown, heading_lines + list.notes.size()))
        << details_toggle(shown.columns, language) << html_of(list, shown, language) << html_end;
    return;
  }
  if (options.format == Format::text) {
    out << printable(head.name.in(language), 4096) << ", "
        << printable(list.title.in(language), 4096) << '\n';
    print_above(out, list.above, language);
  }
  write_table(out, list, options);
}

void print_cards(std::ostream& out, const ListHead& head, const Message& title,
                 const std::vector<Table>& lists, const TableOptions& options) {
  const Translation& language = options.translation();
  if (options.format == Format::text) {
    out << printable(head.name.in(language), 4096) << ", " << printable(title.in(language), 4096)
        << '\n';
    for (const Table& list : lists) {
      out << '\n' << printable(list.title.in(language), 4096) << '\n';
      print_above(out, list.above, language);
      write_table(out, list, options);
    }
    return;
  }
  if (options.format != Format::html) {
    if (!lists.empty()) write_table(out, one_list(lists), options);
    return;
  }
  std::string cards;
  std::vector<Column> columns;
  double widest = 1;
  for (const Table& list : lists) {
    const ShownTable shown = shown_table(list, options);
    widest = std::max(widest, html_width(shown));
    columns.insert(columns.end(), shown.columns.begin(), shown.columns.end());
    cards += "<section>\n<h3>" + html_text(list.title.in(language)) + "</h3>\n" +
             html_of(list, shown, language) + "</section>\n";
  }
  const double letters = std::clamp(card_width / widest, smallest_letters, card_letters);
  out << page_head(head, title.in(language), language,
                   std::string(card_style) +
                       "@media print { body { font-size: " + fixed_text(letters, 1) + "pt; } }\n")
      << details_toggle(columns, language) << "<div class=\"cards\">\n"
      << cards << "</div>\n"
      << html_end;
}

void print_pages(std::ostream& out, const ListHead& head, const std::vector<Table>& lists,
                 const TableOptions& options) {
  if (lists.size() == 1) return print_list(out, head, lists.front(), options);
  const Translation& language = options.translation();
  std::string sections;
  std::vector<Column> columns;
  for (const Table& list : lists) {
    const ShownTable shown = shown_table(list, options);
    columns.insert(columns.end(), shown.columns.begin(), shown.columns.end());
    sections += "<section>\n" + heading(list.title.in(language)) + html_of(list, shown, language) +
                "</section>\n";
  }
  out << page_head(head, "", language, "") << details_toggle(columns, language) << sections
      << html_end;
}

}  // namespace schiri::cli
