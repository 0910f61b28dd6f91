#include "cli/help/manual_page.h"

#include <algorithm>
#include <utility>

#include "cli/help/embedded_files.h"
#include "core/base/text.h"
#include "notation/text/text_style.h"

namespace schiri::cli {

namespace {

using Kind = ManualBlock::Kind;

constexpr std::string_view code_indent = "    ";

/// The cells of `| a | b |`; a stroke within backquotes divides nothing.
std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells;
  std::string cell;
  bool in_code = false;
  for (const char c : line.substr(1)) {
    if (c == '`') in_code = !in_code;
    if (c != '|' || in_code) {
      cell += c;
      continue;
    }
    cells.emplace_back(trimmed(cell, " "));
    cell.clear();
  }
  return cells;
}

bool is_rule(std::string_view line) {
  return line.find_first_not_of("|- ") == std::string_view::npos;
}

/// Puts lines together into blocks.
class ManualPageReader {
 public:
  ManualPage read(std::string_view markdown) {
    while (!markdown.empty()) {
      const std::size_t end = std::min(markdown.find('\n'), markdown.size());
      take(markdown.substr(0, end));
      markdown.remove_prefix(std::min(end + 1, markdown.size()));
    }
    return std::move(page_);
  }

 private:
  void take(std::string_view line) {
    if (line.empty()) {
      ++empty_;
      return;
    }
    if (line.starts_with("# ")) {
      take_title(line.substr(2));
    } else if (line.starts_with("## ")) {
      add(Kind::heading, line.substr(3));
    } else if (line.starts_with(code_indent)) {
      take_code(line.substr(code_indent.size()));
    } else if (line.starts_with('|')) {
      take_row(line);
    } else if (line.starts_with("- ")) {
      add(Kind::item, line.substr(2));
    } else {
      take_text(line);
    }
    empty_ = 0;
  }

  void take_title(std::string_view title) {
    const std::size_t dash = title.find(" - ");
    page_.topic = title.substr(0, dash);
    if (dash != std::string_view::npos) page_.about = title.substr(dash + 3);
  }

  void take_code(std::string_view line) {
    if (!goes_on(Kind::code)) {
      add(Kind::code, line);
      return;
    }
    last().text.append(empty_ + 1, '\n').append(line);
  }

  void take_row(std::string_view line) {
    if (!goes_on(Kind::table) || empty_) add(Kind::table, "");
    if (!is_rule(line)) last().rows.push_back(cells_of(line));
  }

  void take_text(std::string_view line) {
    if (!empty_ && (goes_on(Kind::paragraph) || goes_on(Kind::item))) {
      last().text.append("\n").append(trimmed(line, " "));
    } else {
      add(Kind::paragraph, line);
    }
  }

  bool goes_on(Kind kind) const {
    return !page_.blocks.empty() && page_.blocks.back().kind == kind;
  }
  ManualBlock& last() { return page_.blocks.back(); }
  void add(Kind kind, std::string_view text) {
    page_.blocks.push_back({kind, std::string(text), {}});
  }

  ManualPage page_;
  std::size_t empty_ = 0;  ///< lines since the last that was not
};

struct Mark {
  std::string_view sign;
  TextSpan::Style style;
};

constexpr Mark marks[] = {{"`", TextSpan::Style::code},
                          {"**", TextSpan::Style::strong},
                          {"*", TextSpan::Style::emphasis}};

/// The mark that something opens with here and that is closed again, or null.
const Mark* mark_at(std::string_view text) {
  for (const Mark& mark : marks) {
    if (!text.starts_with(mark.sign)) continue;
    const std::size_t end = text.find(mark.sign, mark.sign.size());
    return end == std::string_view::npos || end == mark.sign.size() ? nullptr : &mark;
  }
  return nullptr;
}

using Style = TextSpan::Style;

constexpr std::size_t page_width = 78, text_indent = 2, code_column = 6;
/// What is further to the right than this begins a line of its own.
constexpr std::size_t widest_first_cells = 44;
/// Replaces a space at which no line is broken.
constexpr char tied = '\1';
constexpr std::size_t longest_tied = 40;

using text_style::bold, text_style::underlined, text_style::plain;

/// Each word has its own style, so that lines can be broken between them.
std::string styled_words(std::string_view text, std::string_view style) {
  std::string out;
  bool within = false;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n';
    if (within && blank) out += plain;
    if (!within && !blank) out += style;
    within = !blank;
    out += c;
  }
  return within ? out.append(plain) : out;
}

std::string shown_span(const TextSpan& span, bool styled) {
  if (span.style == Style::plain) return span.text;
  if (styled) return styled_words(span.text, span.style == Style::emphasis ? underlined : bold);
  return span.style == Style::code ? "`" + span.text + "`" : span.text;
}

/// The columns that a text takes, without what is said about its style.
std::size_t width_of(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\033') {
      at = text.find('m', at);
    } else if ((text[at] & '\xc0') != '\x80') {
      ++width;
    }
  }
  return width;
}

class ManualPageWriter {
 public:
  ManualPageWriter(const ManualPage& page, bool styled, std::size_t width)
      : page_(page), styled_(styled), line_width_(width) {}

  std::string write(bool has_title) {
    if (has_title) put_heading(page_.topic + " - " + page_.about);
    put_blocks();
    std::replace(out_.begin(), out_.end(), tied, ' ');
    return std::move(out_);
  }

 private:
  void put_blocks() {
    const ManualBlock* before = nullptr;
    for (const ManualBlock& block : page_.blocks) {
      const bool go_on = before && before->kind == Kind::item && block.kind == Kind::item;
      if (!go_on) out_ += '\n';
      put(block);
      before = &block;
    }
  }

  void put(const ManualBlock& block) {
    switch (block.kind) {
      case Kind::heading:
        return put_heading(block.text);
      case Kind::paragraph:
        out_.append(text_indent, ' ');
        return put_wrapped(shown_cell(block.text), text_indent);
      case Kind::item:
        out_.append(text_indent, ' ').append("- ");
        return put_wrapped(shown_cell(block.text), text_indent + 2);
      case Kind::code:
        return put_code(block.text);
      case Kind::table:
        return put_table(block.rows);
    }
  }

  void put_heading(const std::string& text) {
    out_ += (styled_ ? text_style::styled(text, bold) : text) + '\n';
  }

  void put_code(std::string_view text) {
    for (const std::string_view line : split(text, '\n')) {
      if (!line.empty()) out_.append(code_column, ' ').append(line);
      out_ += '\n';
    }
  }

  void put_table(const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::vector<std::string>> cells;
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
      cells.emplace_back();
      const bool is_head = &row == &rows.front();
      for (const std::string& cell : row) {
        cells.back().push_back(is_head ? shown_head(cell) : shown_cell(cell));
      }
      widths.resize(std::max(widths.size(), row.size()));
      for (std::size_t i = 0; i < row.size(); ++i) {
        widths[i] = std::max(widths[i], width_of(cells.back()[i]));
      }
    }
    std::size_t last_column = text_indent;
    for (std::size_t i = 0; i + 1 < widths.size(); ++i) last_column += widths[i] + 2;
    const bool stacked = last_column > widest_first_cells;
    if (stacked) put_stacked_head(rows.front());
    for (std::size_t i = stacked ? 1 : 0; i < cells.size(); ++i) {
      put_row(cells[i], widths, stacked ? 0 : last_column);
    }
  }

  void put_stacked_head(const std::vector<std::string>& head) {
    out_.append(text_indent, ' ').append(shown_head(join(head, " - "))) += '\n';
  }

  std::string shown_head(const std::string& cell) const {
    return styled_ ? styled_words(cell, underlined) : cell;
  }

  /// A cell or paragraph in one line; short code in it is not broken when it is wrapped.
  std::string shown_cell(const std::string& cell) const {
    std::string out;
    for (const TextSpan& span : read_spans(cell)) {
      std::string text = shown_span(span, styled_);
      std::replace(text.begin(), text.end(), '\n', ' ');
      const bool is_tied = span.style == Style::code && span.text.size() <= longest_tied;
      if (is_tied) std::replace(text.begin(), text.end(), ' ', tied);
      out += text;
    }
    return out;
  }

  /// The last cell is wrapped; it begins a line where no column is given.
  void put_row(const std::vector<std::string>& row, const std::vector<std::size_t>& widths,
               std::size_t last_column) {
    out_.append(text_indent, ' ');
    for (std::size_t i = 0; i + 1 < row.size(); ++i) {
      out_ += row[i];
      if (last_column || i + 2 < row.size()) out_.append(widths[i] - width_of(row[i]) + 2, ' ');
    }
    if (!last_column) out_.append("\n").append(code_column, ' ');
    put_wrapped(row.back(), last_column ? last_column : code_column);
  }

  void put_wrapped(std::string_view text, std::size_t indent) {
    std::size_t column = indent;
    while (!text.empty()) {
      const std::string_view word = text.substr(0, text.find(' '));
      const std::size_t width = width_of(word);
      if (column > indent && column + 1 + width > line_width_) {
        out_.append("\n").append(column = indent, ' ');
      } else if (column > indent) {
        out_ += ' ', ++column;
      }
      out_ += word;
      column += width;
      text.remove_prefix(std::min(word.size() + 1, text.size()));
    }
    while (out_.ends_with(' ')) out_.pop_back();
    out_ += '\n';
  }

  const ManualPage& page_;
  bool styled_;
  std::size_t line_width_;
  std::string out_;
};

}  // namespace

ManualPage read_manual_page(std::string_view markdown) { return ManualPageReader().read(markdown); }

std::vector<TextSpan> read_spans(std::string_view text) {
  std::vector<TextSpan> spans;
  std::string unmarked;
  const auto end_unmarked = [&] {
    if (!unmarked.empty()) spans.push_back({TextSpan::Style::plain, std::exchange(unmarked, {})});
  };
  while (!text.empty()) {
    const Mark* const mark = mark_at(text);
    if (!mark) {
      unmarked += text.front();
      text.remove_prefix(1);
      continue;
    }
    end_unmarked();
    const std::size_t size = mark->sign.size(), end = text.find(mark->sign, size);
    spans.push_back({mark->style, std::string(text.substr(size, end - size))});
    text.remove_prefix(end + size);
  }
  end_unmarked();
  return spans;
}

std::string_view text_of(std::span<const EmbeddedFile> files, std::string_view name) {
  return std::find_if(files.begin(), files.end(),
                      [&](const EmbeddedFile& file) { return file.name == name; })
      ->text;
}

std::string manual_page_text(const ManualPage& page, bool styled) {
  return ManualPageWriter(page, styled, page_width).write(true);
}

std::string manual_blocks_text(const ManualPage& page, std::size_t width) {
  return ManualPageWriter(page, true, width).write(false);
}

}  // namespace schiri::cli
