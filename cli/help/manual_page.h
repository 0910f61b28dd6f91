#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/help/program.h"

namespace schiri::cli {

/// A part of a page: all that stands between two empty lines, but for code and tables, which may
/// hold some.
struct ManualBlock {
  enum class Kind { heading, paragraph, item, code, table };

  Kind kind = Kind::paragraph;
  std::string text;                            ///< its lines without the signs of its kind
  std::vector<std::vector<std::string>> rows;  ///< of a table; the first is its head
};

/// A page of the manual.
struct ManualPage {
  std::string topic;
  std::string about;  ///< in a few words
  std::vector<ManualBlock> blocks;
};

/// Reads Markdown of the plain kind in which the manual is written: a first line
/// `# topic - about`, headings `##`, paragraphs, items `-`, code that is indented by four blanks,
/// tables. Whatever else is text.
ManualPage read_manual_page(std::string_view markdown);

/// A piece of a text in one style.
struct TextSpan {
  enum class Style { plain, code, strong, emphasis };

  Style style = Style::plain;
  std::string text;

  friend bool operator==(const TextSpan&, const TextSpan&) = default;
};

/// Separates what stands in a text between backquotes, two asterisks or one.
std::vector<TextSpan> read_spans(std::string_view text);

/// A page as a terminal shows it: text wrapped at 78 columns, all but headings indented;
/// `styled` makes headings and code bold instead of showing backquotes.
std::string manual_page_text(const ManualPage& page, bool styled);
/// Blocks without the line of the topic, styled, in lines of this width.
std::string manual_blocks_text(const ManualPage& page, std::size_t width);

/// schiri-TOPIC(7), in the language of man(7): the page as manual_page_text() lays it out, under
/// headings in this language.
std::string topic_man_page(const ManualPage& page, const std::string& language);

/// The man page of the program, schiri(1), or of a command of it, such as schiri-db-import(1).
std::string command_man_page(const ProgramCommand& program, const ProgramCommand& command);

}  // namespace schiri::cli
