#include "cli/print/printed_list.h"

#include <algorithm>
#include <cmath>

#include "cli/print/html.h"
#include "cli/print/rows.h"
#include "core/base/characters.h"
#include "core/base/date.h"
#include "core/base/decimals.h"
#include "core/base/errors.h"
#include "core/base/text.h"
#include "core/rating/tables/tie_breaks.h"
#include "notation/text/byte_order_mark.h"
#include "notation/text/printable.h"
#include "notation/text/row_text.h"

namespace schiri::cli {

namespace {

constexpr std::string_view card_style =
    ".cards { display: grid; gap: 1rem 2rem; "
    "grid-template-columns: repeat(auto-fill, minmax(min(32rem, 100%), 1fr)); }\n"
    ".cards section { break-inside: avoid; min-width: 0; }\n"
    "@page { size: A4 landscape; margin: 12mm; }\n"
    "@media print { .cards { columns: 2; column-gap: 16pt; display: block; } }\n";
/// The width of half a sheet, and the size of its letters, in points.
constexpr double card_width = 375, largest_letters = 10, smallest_letters = 6;

/// The columns that are shown even if empty: results are filled in by hand.
constexpr std::string_view always_there[] = {"result", "player"};

std::string with_capital(std::string text) {
  if (!text.empty()) text[0] = to_upper(text[0]);
  return text;
}

/// The word of an optional column: `title` of `white_title`; empty for other columns.
std::string_view column_word(std::string_view key) {
  for (const std::string_view seat : {"white_", "black_", "opponent_", "start_"}) {
    if (key.starts_with(seat)) key.remove_prefix(seat.size());
  }
  for (const std::string& word : optional_columns()) {
    if (key == word) return word;
  }
  return {};
}

std::string tie_break_code(const std::string& key) {
  for (const rating::TieBreakName& name : rating::tie_break_names()) {
    if (name.key == key) return std::string(name.code);
  }
  return {};
}

/// The heading of a column of text whose headings are keys: short for numbers, titles and
/// tie-breaks, whose names a line above the list has.
std::string text_heading(const std::string& key, const Vocabulary& words) {
  const std::string_view word = column_word(key);
  if (word == "number") return "no";
  if (!word.empty()) return std::string(word);
  if (words.words().at("columns").contains(key)) return key;
  const std::string code = tie_break_code(key);
  return code.empty() ? key : code;
}

/// The title of a key: `round_3` is a column of a round, `against_3` of a player.
std::string title_of(const std::string& key, const ListFormat& form) {
  if (form.has_keys()) return form.format() == Format::text ? text_heading(key, form.words()) : key;
  const Vocabulary& words = form.words();
  for (const std::string_view beginning : {"round_", "against_"}) {
    if (!key.starts_with(beginning)) continue;
    const std::string number = key.substr(beginning.size());
    return beginning == "round_" ? message("R{0}", number).in(form.language()) : number;
  }
  if (words.words().at("columns").contains(key)) return words.of("columns", key);
  if (const std::string_view word = column_word(key); !word.empty()) {
    return words.of("columns", word);
  }
  // The codes of tie-breaks are short; a line above the list has their names.
  constexpr std::size_t longest_heading = 24;
  const std::string code = tie_break_code(key), name = words.of("tieBreaks", key);
  const bool is_short = !form.is_shown() && display_width(name) <= longest_heading;
  return code.empty() || is_short ? with_capital(name) : code;
}

/// The number of decimals that a column needs, at most two.
int decimals_of(const PrintedList& list, std::size_t column) {
  int decimals = 0;
  for (const auto& row : list.rows) {
    const Json& cell = row[column];
    if (!cell.is_number() || cell.is_integer()) continue;
    const double halves = 2 * cell.get<double>();
    decimals = std::max(decimals, std::abs(halves - std::round(halves)) < 1e-9 ? 1 : 2);
  }
  return decimals;
}

struct Column {
  std::size_t index;
  std::string key;
  bool is_number;
  int decimals;
};

/// The columns that are not empty.
std::vector<Column> columns_of(const PrintedList& list, const ListFormat& form) {
  for (const auto& row : list.rows) require_cells(list.keys.size(), row.size());
  std::vector<Column> columns;
  for (std::size_t i = 0; i < list.keys.size(); ++i) {
    const auto holds = [&](const auto& is_so) {
      return std::any_of(list.rows.begin(), list.rows.end(),
                         [&](const auto& row) { return is_so(row[i]); });
    };
    const std::string& key = list.keys[i];
    const bool is_filled =
        holds([](const Json& cell) { return !cell.is_null() && text_cell(cell) != ""; });
    if (!is_filled && !form.has_keys() && !list.rows.empty() &&
        std::find(std::begin(always_there), std::end(always_there), key) ==
            std::end(always_there)) {
      continue;
    }
    columns.push_back(
        {i, key, holds([](const Json& cell) { return cell.is_number(); }), decimals_of(list, i)});
  }
  return columns;
}

std::string text_of(const Json& cell, const Column& column, const ListFormat& form) {
  if (cell.is_number()) return form.number(cell.get<double>(), column.decimals);
  const std::string text = text_cell(cell);
  return column.key == "result" && text == "1/2-1/2" ? "½-½" : text;
}

std::vector<std::vector<std::string>> texts_of(const PrintedList& list,
                                               const std::vector<Column>& columns,
                                               const ListFormat& form) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& row : list.rows) {
    auto& texts = rows.emplace_back();
    for (const Column& column : columns) {
      texts.push_back(text_of(row[column.index], column, form));
    }
  }
  return rows;
}

void print_csv_for_people(std::ostream& out, const PrintedList& list, const ListFormat& form) {
  const auto columns = columns_of(list, form);
  std::string line;
  const auto end_line = [&] {
    line.back() = '\n';
    out << line;
    line.clear();
  };
  // A byte order mark: spreadsheets then read the file as UTF-8.
  if (form.delimiter() != ',') out << byte_order_mark;
  const char delimiter = form.delimiter();
  for (const Column& column : columns) {
    line += spreadsheet_cell(title_of(column.key, form), delimiter) + delimiter;
  }
  end_line();
  for (const auto& row : list.rows) {
    for (const Column& column : columns) {
      const Json& cell = row[column.index];
      const std::string text = text_of(cell, column, form);
      line += (cell.is_number() ? quoted_cell(text, delimiter) : spreadsheet_cell(text, delimiter));
      line += delimiter;
    }
    end_line();
  }
}

void print_text_for_people(std::ostream& out, const PrintedList& list, const ListFormat& form) {
  const auto columns = columns_of(list, form);
  std::vector<std::string> heading;
  for (const Column& column : columns) heading.push_back(title_of(column.key, form));
  AlignedText table(out, heading);
  for (const auto& row : texts_of(list, columns, form)) {
    AlignedText::Line line;
    for (std::size_t i = 0; i < row.size(); ++i) line.push_back({row[i], columns[i].is_number});
    table.add(std::move(line));
  }
}

std::string paragraph(const std::string& text) {
  return text.empty() ? "" : "<p>" + html_text(text) + "</p>\n";
}

std::string heading(const std::string& title) {
  return title.empty() ? "" : "<h2>" + html_text(with_capital(title)) + "</h2>\n";
}

std::string page_head(const ListHead& head, const std::string& title, const ListFormat& form,
                      std::string_view style) {
  std::string about;
  for (const std::string& line : head_lines(head, form.language())) about += paragraph(line);
  const std::string name = head.name + (title.empty() ? "" : ", " + title);
  return html_head(name, form.words().language(), style) + "<h1>" + html_text(head.name) +
         "</h1>\n" + about + heading(title);
}

std::string html_of(const PrintedList& list, const ShownRows& html) {
  std::string text = paragraph(list.below_title) + html_table(list.title, html.columns, html.rows);
  for (const std::string& note : list.notes) text += paragraph(note);
  return text;
}

void print_html(std::ostream& out, const ListHead& head, const PrintedList& list,
                const ListFormat& form) {
  constexpr std::size_t heading_lines = 7;
  const ShownRows html = shown_rows(list, form);
  out << page_head(head, list.title, form,
                   html_print_style(html.columns, html.rows, heading_lines + list.notes.size()))
      << html_of(list, html) << html_end;
}

void print_text(std::ostream& out, const PrintedList& list, const ListFormat& form) {
  if (!list.below_title.empty()) out << printable(list.below_title, 4096) << '\n';
  if (!form.is_plain()) return print_text_for_people(out, list, form);
  std::vector<std::string> headings;
  for (const std::string& key : list.keys) headings.push_back(text_heading(key, form.words()));
  Rows rows(out, Format::text, headings);
  for (const auto& row : list.rows) rows.add(row);
}

/// The words of `--columns`; unset without the option. Throws InputError.
std::optional<std::vector<std::string>> chosen_columns(const ListFormatOptions& options) {
  if (!options.columns) return std::nullopt;
  const std::vector<std::string>& known = optional_columns();
  if (*options.columns == "all") return known;
  std::vector<std::string> chosen;
  if (options.columns->empty() || *options.columns == "none") return chosen;
  for (const std::string_view part : split(*options.columns, ',')) {
    std::string word(trimmed(part));
    std::replace(word.begin(), word.end(), '-', '_');
    if (std::find(known.begin(), known.end(), word) == known.end()) {
      throw InputError(
          message("--columns: unknown column '{0}'; expected all, none, or some of {1}",
                  printable(std::string(trimmed(part))), join(known, ", ")));
    }
    chosen.push_back(word);
  }
  return chosen;
}

std::string first_line(const ListHead& head, const std::string& title) {
  return printable(head.name, 4096) + ", " + printable(title, 4096) + '\n';
}

Vocabulary words_of(const ListFormatOptions& options) {
  const bool is_for_programs = options.format == Format::json || options.format == Format::csv;
  if (is_for_programs && options.language.empty()) return {otb_words, "en"};
  return {otb_words, chosen_language(options.language)};
}

}  // namespace

ListFormat::ListFormat(const ListFormatOptions& options)
    : format_(options.format),
      words_(words_of(options)),
      delimiter_(options.delimiter.empty()    ? ','
                 : options.delimiter == "tab" ? '\t'
                                              : options.delimiter[0]),
      decimal_comma_(options.decimal_comma),
      columns_(chosen_columns(options)) {
  if (format_ == Format::json && !options.language.empty()) {
    throw InputError(message("--language: only with --format text, csv or html"));
  }
  if (format_ != Format::csv && !options.delimiter.empty()) {
    throw InputError(message("--delimiter: only with --format csv"));
  }
  if (format_ != Format::csv && decimal_comma_)
    throw InputError(message("--decimal-comma: only with --format csv"));
  has_keys_ = options.language.empty() && format_ != Format::html && words_.is_english();
}

const std::vector<std::string>& optional_columns() {
  static const std::vector<std::string> words = {"number", "title",   "rating",  "federation",
                                                 "club",   "fide_id", "category"};
  return words;
}

bool ListFormat::shows(const std::string& column, bool is_usual) const {
  if (columns_) return std::find(columns_->begin(), columns_->end(), column) != columns_->end();
  return is_usual || !is_shown();
}

std::string ListFormat::number(double value, int decimals) const {
  if (is_shown()) return words_.number(value, decimals);
  std::string text = fixed_text(value, decimals);
  if (decimal_comma_) std::replace(text.begin(), text.end(), '.', ',');
  return text;
}

ShownRows shown_rows(const PrintedList& list, const ListFormat& form) {
  const auto columns = columns_of(list, form);
  ShownRows shown{{}, {}, texts_of(list, columns, form)};
  // A row is named by the player, or by the team if it has no player.
  const bool has_player =
      std::find(list.keys.begin(), list.keys.end(), "player") != list.keys.end();
  const std::string_view name = has_player ? "player" : "team";
  for (const Column& column : columns) {
    shown.keys.push_back(column.key);
    shown.columns.push_back({title_of(column.key, form), column.is_number, column.key == name});
  }
  return shown;
}

std::string shown_day(const std::string& text, const Translation& language) {
  const auto date = read_date(text);
  if (date && !date->year) return "";
  if (!date || text.find('?') != text.npos) return text;
  const std::string day = date->text();
  return message("date\4{0}-{1}-{2}", day.substr(0, 4), day.substr(5, 2), day.substr(8, 2))
      .in(language);
}

std::string shown_date(const ListHead& head, const Translation& language) {
  const std::string first = shown_day(head.date, language),
                    last = shown_day(head.end_date, language);
  if (first.empty() || last.empty() || first == last) return first.empty() ? last : first;
  return first + " – " + last;
}

std::vector<std::string> head_lines(const ListHead& head, const Translation& language) {
  std::string where = shown_date(head, language);
  for (const std::string& part : {head.place, head.federation}) {
    if (!part.empty()) where += (where.empty() ? "" : ", ") + part;
  }
  std::vector<std::string> lines = {where, join(head.facts, " · ")};
  std::erase(lines, "");
  return lines;
}

void choose_columns(PrintedList& list, const ListFormat& form,
                    std::initializer_list<std::string_view> usual,
                    std::initializer_list<std::string_view> kept) {
  const auto contains = [](const auto& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  for (std::size_t i = list.keys.size(); i-- > 0;) {
    const std::string word(column_word(list.keys[i]));
    if (word.empty() || contains(kept, list.keys[i])) continue;
    const bool is_empty = form.is_shown() && !form.has_chosen_columns() && !list.rows.empty() &&
                          std::all_of(list.rows.begin(), list.rows.end(),
                                      [&](const auto& row) { return row[i].is_null(); });
    if (form.shows(word, contains(usual, word)) && !is_empty) continue;
    list.keys.erase(list.keys.begin() + static_cast<std::ptrdiff_t>(i));
    for (auto& row : list.rows) row.erase(row.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

void print_list(std::ostream& out, const ListHead& head, const PrintedList& list,
                const ListFormat& form) {
  if (form.format() == Format::html) return print_html(out, head, list, form);
  if (form.format() == Format::text) {
    out << first_line(head, list.title);
    return print_text(out, list, form);
  }
  if (!form.is_plain()) return print_csv_for_people(out, list, form);
  Rows rows(out, form.format(), list.keys);
  for (const auto& row : list.rows) rows.add(row);
}

void print_short_lists(std::ostream& out, const ListHead& head, const std::string& title,
                       const std::vector<PrintedList>& lists, const ListFormat& form) {
  if (form.format() == Format::text) {
    out << first_line(head, title);
    for (const PrintedList& list : lists) {
      out << '\n' << printable(list.title, 4096) << '\n';
      print_text(out, list, form);
    }
    return;
  }
  std::string cards;
  double widest = 1;
  for (const PrintedList& list : lists) {
    const ShownRows html = shown_rows(list, form);
    widest = std::max(widest, html_width(html.columns, html.rows));
    cards += "<section>\n<h3>" + html_text(list.title) + "</h3>\n" + html_of(list, html) +
             "</section>\n";
  }
  const double letters = std::clamp(card_width / widest, smallest_letters, largest_letters);
  out << page_head(head, title, form,
                   std::string(card_style) +
                       "@media print { body { font-size: " + fixed_text(letters, 1) + "pt; } }\n")
      << "<div class=\"cards\">\n"
      << cards;
  out << "</div>\n" << html_end;
}

void print_long_lists(std::ostream& out, const ListHead& head,
                      const std::vector<PrintedList>& lists, const ListFormat& form) {
  out << page_head(head, "", form, "");
  for (const PrintedList& list : lists) {
    out << "<section>\n"
        << heading(list.title) << html_of(list, shown_rows(list, form)) << "</section>\n";
  }
  out << html_end;
}

}  // namespace schiri::cli
