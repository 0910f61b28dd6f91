#include "cli/help/manual_page.h"

#include <algorithm>
#include <utility>

#include "cli/help/embedded_files.h"
#include "core/base/text.h"

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

}  // namespace

ManualPage read_manual_page(std::string_view markdown) { return ManualPageReader().read(markdown); }

std::vector<TextSpan> read_spans(std::string_view text) {
  std::vector<TextSpan> spans;
  std::string plain;
  const auto end_plain = [&] {
    if (!plain.empty()) spans.push_back({TextSpan::Style::plain, std::exchange(plain, {})});
  };
  while (!text.empty()) {
    const Mark* const mark = mark_at(text);
    if (!mark) {
      plain += text.front();
      text.remove_prefix(1);
      continue;
    }
    end_plain();
    const std::size_t size = mark->sign.size(), end = text.find(mark->sign, size);
    spans.push_back({mark->style, std::string(text.substr(size, end - size))});
    text.remove_prefix(end + size);
  }
  end_plain();
  return spans;
}

std::string_view text_of(std::span<const EmbeddedFile> files, std::string_view name) {
  return std::find_if(files.begin(), files.end(),
                      [&](const EmbeddedFile& file) { return file.name == name; })
      ->text;
}

}  // namespace schiri::cli
