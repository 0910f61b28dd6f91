#include "cli/help/man_page.h"

#include <algorithm>

#include "cli/line/version.h"

namespace schiri::cli {

namespace {

using Kind = ManualBlock::Kind;
using Style = TextSpan::Style;

/// Signs that man(7) would take for its own, or for typographic ones.
std::string_view escaped_sign(char c, bool is_code) {
  if (c == '\\') return "\\e";
  if (c == '-' && is_code) return "\\-";
  if (c == '\'' && is_code) return "\\(aq";
  if (c == '`') return "\\(ga";
  if (c == '^') return "\\(ha";
  if (c == '~') return "\\(ti";
  return {};
}

std::string escaped(std::string_view text, bool is_code) {
  std::string out;
  for (const char c : text) {
    const std::string_view sign = escaped_sign(c, is_code);
    if (sign.empty()) {
      out += c;
    } else {
      out += sign;
    }
  }
  return out;
}

std::string in_font(char font, std::string_view text) {
  return std::string("\\f") + font + std::string(text) + "\\fR";
}

std::string roff_spans(std::string_view text) {
  std::string out;
  for (const TextSpan& span : read_spans(text)) {
    const std::string words = escaped(span.text, span.style == Style::code);
    const char font = span.style == Style::emphasis ? 'I' : 'B';
    out += span.style == Style::plain ? words : in_font(font, words);
  }
  return out;
}

std::string upper(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  return out;
}

}  // namespace

ManPage::ManPage(std::string_view name, int section, std::string_view about) {
  out_ = ".TH " + escaped(upper(name), true) + ' ' + std::to_string(section) + " \"" +
         std::string(version_date) + "\" \"" + std::string(version_number) +
         "\" \"schiri manual\"\n.ad l\n.nh\n";
  heading("Name");
  line(escaped(name, true) + " \\- " + escaped(about, false));
}

std::string ManPage::plain(std::string_view text) { return escaped(text, true); }

std::string ManPage::bold(std::string_view text) { return in_font('B', escaped(text, true)); }

std::string ManPage::italic(std::string_view text) { return in_font('I', escaped(text, true)); }

/// A line of text must not look like a request.
void ManPage::line(std::string_view text) {
  while (true) {
    const std::string_view first = text.substr(0, text.find('\n'));
    if (first.starts_with('.') || first.starts_with('\'')) out_ += "\\&";
    out_.append(first) += '\n';
    if (first.size() == text.size()) return;
    text.remove_prefix(first.size() + 1);
  }
}

void ManPage::heading(std::string_view text) {
  out_ += ".SH " + escaped(upper(text), false) + '\n';
  after_heading_ = true;
}

void ManPage::subheading(std::string_view text) {
  out_ += ".SS " + escaped(text, true) + '\n';
  after_heading_ = true;
}

/// A heading begins one by itself.
void ManPage::begin_paragraph() {
  if (!after_heading_) out_ += ".PP\n";
  after_heading_ = false;
}

void ManPage::paragraph(std::string_view text) { raw_paragraph(roff_spans(text)); }

void ManPage::raw_paragraph(std::string_view text) {
  begin_paragraph();
  line(text);
}

void ManPage::raw_item(std::string_view term, std::string_view text) {
  out_ += ".TP\n";
  after_heading_ = false;
  line(term);
  if (!text.empty()) line(text);
}

void ManPage::code(std::string_view text) {
  begin_paragraph();
  out_ += ".RS 4\n.nf\n";
  line(escaped(text, true));
  out_ += ".fi\n.RE\n";
}

void ManPage::item(std::string_view text) {
  out_ += ".IP \\(bu 2\n";
  after_heading_ = false;
  line(roff_spans(text));
}

void ManPage::table(const ManualBlock& block) {
  for (const auto& row : block.rows) {
    std::string term;
    for (std::size_t i = 0; i + 1 < row.size(); ++i) {
      term += (i == 0 || row[i].empty() ? "" : ", ") + row[i];
    }
    const bool is_head = &row == &block.rows.front();
    raw_item(is_head ? italic(term) : roff_spans(term),
             is_head && !row.back().empty() ? italic(row.back()) : roff_spans(row.back()));
  }
}

void ManPage::blocks(const ManualPage& page) {
  for (const ManualBlock& block : page.blocks) {
    switch (block.kind) {
      case Kind::heading:
        heading(block.text);
        break;
      case Kind::paragraph:
        paragraph(block.text);
        break;
      case Kind::item:
        item(block.text);
        break;
      case Kind::code:
        code(block.text);
        break;
      case Kind::table:
        table(block);
        break;
    }
  }
}

std::string topic_man_page(const ManualPage& page) {
  ManPage man("schiri-" + page.topic, 7, page.about);
  if (page.blocks.front().kind != Kind::heading) man.heading("Description");
  man.blocks(page);
  man.heading("See also");
  man.paragraph("schiri(1)");
  return man.text();
}

}  // namespace schiri::cli
