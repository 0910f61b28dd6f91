#include "cli/help/manual_page.h"

#include <algorithm>
#include <utility>

#include "cli/help/embedded_files.h"
#include "cli/help/program.h"
#include "cli/line/version.h"
#include "core/base/characters.h"
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

constexpr std::size_t line_width = 78;
constexpr std::size_t text_indent = 2, code_column = 6;
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
  ManualPageWriter(const ManualPage& page, bool styled) : page_(page), styled_(styled) {}

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
      if (column > indent && column + 1 + width > line_width) {
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
  std::string out_;
};

/// A text without what man(7) would take for its own, or for typographic signs; styles as fonts.
std::string roff(std::string_view text) {
  constexpr struct {
    std::string_view plain, roff;
  } signs[] = {{"\\", "\\e"},
               {"-", "\\-"},
               {"'", "\\(aq"},
               {"`", "\\(ga"},
               {"^", "\\(ha"},
               {"~", "\\(ti"},
               {text_style::bold, "\\fB"},
               {text_style::underlined, "\\fI"},
               {text_style::plain, "\\fR"}};
  std::string out = text.starts_with('.') ? "\\&" : "";
  while (!text.empty()) {
    const auto* sign = std::find_if(std::begin(signs), std::end(signs),
                                    [&](const auto& one) { return text.starts_with(one.plain); });
    const bool is_sign = sign != std::end(signs);
    out += is_sign ? sign->roff : text.substr(0, 1);
    text.remove_prefix(is_sign ? sign->plain.size() : 1);
  }
  return out;
}

std::string heading(std::string_view text) { return ".SH " + roff(upper_case(text)) + '\n'; }

/// Lines that are kept as they are.
std::string kept_lines(std::string_view text) {
  std::string out = ".nf\n";
  for (const std::string_view line : split(trimmed(text, "\n"), '\n')) out += roff(line) + '\n';
  return out + ".fi\n";
}

std::string title(const std::string& name, int section, std::string_view about) {
  return ".TH " + roff(upper_case(name)) + ' ' + std::to_string(section) + " \"" +
         std::string(version_date) + "\" \"" + std::string(version_number) +
         "\" \"schiri manual\"\n.ad l\n.nh\n" + heading("Name") + roff(name) + " \\- " +
         roff(about) + '\n';
}

/// The sections of a page; the first may have no heading.
std::string sections(const ManualPage& page) {
  std::string out;
  ManualPage section;
  const auto end_section = [&] {
    if (!section.blocks.empty()) out += kept_lines(manual_blocks_text(section, true));
    section.blocks.clear();
  };
  if (page.blocks.front().kind != ManualBlock::Kind::heading) out += heading("Description");
  for (const ManualBlock& block : page.blocks) {
    if (block.kind == ManualBlock::Kind::heading) {
      end_section();
      out += heading(block.text);
    } else {
      section.blocks.push_back(block);
    }
  }
  end_section();
  return out;
}

/// Where a page refers to others: its last section.
std::vector<ManualBlock>::const_iterator see_also(const ManualPage& page) {
  return std::find_if(page.blocks.begin(), page.blocks.end(), [](const ManualBlock& block) {
    return block.kind == ManualBlock::Kind::heading && block.text == "See also";
  });
}

/// Describes commands without parts; the others only group them.
std::string commands(const ProgramCommand& command) {
  if (command.parts.empty()) return ".SS " + roff(command.path) + '\n' + kept_lines(command.help);
  return join(command.parts, "", commands);
}

/// The program's own options. ProgramCommand::help is that of the command which is running.
std::string options(ProgramCommand program) {
  std::erase_if(program.options, [](const ProgramOption& option) {
    return std::ranges::find(option.names, "--help") != option.names.end();  // stands in all helps
  });
  return kept_lines(help_text(program));
}

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
  return ManualPageWriter(page, styled).write(true);
}

std::string manual_blocks_text(const ManualPage& page, bool styled) {
  return ManualPageWriter(page, styled).write(false);
}

std::string topic_man_page(const ManualPage& page) {
  return title("schiri-" + page.topic, 7, page.about) + sections(page) +
         (see_also(page) == page.blocks.end() ? heading("See also") + "schiri(1)\n" : "");
}

std::string program_man_page(const ProgramCommand& program) {
  ManualPage overview = read_manual_page(text_of(manual_pages, "overview"));
  overview.blocks.erase(see_also(overview), overview.blocks.end());
  const auto page_name = [](const EmbeddedFile& page) {
    return "schiri-" + std::string(page.name) + "(7)";
  };
  return title("schiri", 1, overview.about) + heading("Synopsis") +
         "\\fBschiri\\fR \\fIcommand\\fR [\\fIargument\\fR ...]\n" + sections(overview) +
         heading("Options") + options(program) + heading("Commands") + commands(program) +
         heading("See also") + roff(join(manual_pages, ", ", page_name)) + '\n';
}

}  // namespace schiri::cli
