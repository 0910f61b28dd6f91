#include "notation/records/source/csv_rows.h"

#include <algorithm>

#include "core/base/text.h"
#include "notation/text/printable.h"
#include "notation/text/row_text.h"

namespace schiri {

namespace {

constexpr std::string_view separators = ",;\t";
constexpr std::string_view blanks = " \t\r\n";

/// Follows a row character by character: is it within quotes? They open at the beginning of a cell.
class Quotes {
 public:
  void take(char c, bool separates) {
    if (is_open_) {
      // A doubled quote closes and reopens.
      if (c == '"') is_open_ = false;
    } else {
      is_open_ = c == '"' && (begins_cell_ || was_closed_);
    }
    was_closed_ = c == '"' && !is_open_;
    begins_cell_ = !is_open_ && separates;
  }
  bool is_open() const { return is_open_; }

 private:
  bool is_open_ = false;
  bool was_closed_ = false;
  bool begins_cell_ = true;
};

/// A cell as written, without its quotes.
std::string cell_text(std::string_view cell) {
  if (!cell.starts_with('"')) return std::string(trimmed(cell, blanks));
  std::string text;
  bool is_open = false;
  for (std::size_t i = 0; i < cell.size(); ++i) {
    if (cell[i] != '"') {
      text += cell[i];
    } else if (is_open && i + 1 < cell.size() && cell[i + 1] == '"') {
      text += cell[i++];
    } else {
      is_open = !is_open;
    }
  }
  return text;
}

}  // namespace

bool CsvRows::is_separator(char c) const {
  return separator_ ? c == separator_ : separators.find(c) != separators.npos;
}

/// False at the end of the source.
bool CsvRows::read_text(CsvRow& row) {
  Quotes quotes;
  row = {};
  row.line = line_;
  char c = 0;
  bool any = false;
  while (source_.peek(c)) {
    any = true;
    source_.skip();
    line_ += c == '\n';
    quotes.take(c, is_separator(c));
    if (c == '\n' && !quotes.is_open()) break;
    if (row.text.size() < most_) {
      row.text += c;
    } else {
      row.is_too_large = true;
    }
  }
  row.is_unterminated = quotes.is_open();
  if (row.text.ends_with('\r')) row.text.pop_back();
  while (row.text.starts_with(byte_order_mark)) row.text.erase(0, byte_order_mark.size());
  return any;
}

void CsvRows::choose_separator(const std::string& text) {
  std::ptrdiff_t most = -1;
  for (const char candidate : separators) {
    Quotes quotes;
    std::ptrdiff_t count = 0;
    for (const char c : text) {
      quotes.take(c, c == candidate);
      count += c == candidate && !quotes.is_open();
    }
    if (count <= most) continue;
    most = count;
    separator_ = candidate;
  }
}

void CsvRows::split(CsvRow& row) const {
  Quotes quotes;
  std::size_t begin = 0;
  const std::string_view text = row.text;
  for (std::size_t i = 0; i < text.size(); ++i) {
    quotes.take(text[i], is_separator(text[i]));
    if (quotes.is_open() || !is_separator(text[i])) continue;
    if (row.cells.size() + 1 == most_cells) {
      row.has_too_many_cells = !std::exchange(row.is_too_large, true);
      return;
    }
    row.cells.push_back(without_formula_guard(cell_text(text.substr(begin, i - begin))));
    begin = i + 1;
  }
  row.cells.push_back(without_formula_guard(cell_text(text.substr(begin))));
}

bool CsvRows::next(CsvRow& row) {
  while (read_text(row)) {
    if (!separator_) {
      // A spreadsheet may specify the separator (`sep=;`).
      if (row.text.size() == 5 && row.text.starts_with("sep=")) {
        separator_ = row.text[4];
        continue;
      }
      if (row.text.find_first_not_of(blanks) != row.text.npos) choose_separator(row.text);
    }
    split(row);
    const auto is_empty = [](const std::string& cell) {
      return std::all_of(cell.begin(), cell.end(), is_end_mark);
    };
    if (row.is_too_large || !std::all_of(row.cells.begin(), row.cells.end(), is_empty)) return true;
  }
  return false;
}

std::string csv_cell(std::string_view raw) {
  const std::string text = with_formula_guard(raw);
  const bool has_blank_end = !text.empty() && (blanks.find(text.front()) != blanks.npos ||
                                               blanks.find(text.back()) != blanks.npos);
  if (!has_blank_end && text.find_first_of(",;\t\"\r\n") == text.npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace schiri
