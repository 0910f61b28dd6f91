#include "cli/print/terminal_filter.h"

#include "notation/text/printable.h"
#include "notation/text/text_style.h"
#include "tests/catch.h"

namespace terminal_filter_test {

using namespace schiri::cli;

/// A stand-in for the terminal.
struct Screen {
  std::stringbuf buffer;
  std::optional<TerminalFilter> filter{std::in_place, buffer};
  std::ostream out{&*filter};

  /// The text on the screen after the last byte.
  std::string finish() {
    filter.reset();
    return buffer.str();
  }
};

std::string shown(std::string_view text) {
  Screen screen;
  screen.out << text;
  return screen.finish();
}

std::string shown_in_parts(std::string_view text, std::size_t cut) {
  Screen screen;
  screen.out << text.substr(0, cut) << std::flush << text.substr(cut);
  return screen.finish();
}

std::string shown_by_bytes(std::string_view text) {
  Screen screen;
  for (const char c : text) screen.out.put(c).flush();
  return screen.finish();
}

struct Case {
  std::string text, shown;
};

const std::vector<Case> cases = {
    {"plain", "plain"},
    {"two\nlines\n", "two\nlines\n"},
    {"\n\n", "\n\n"},
    {"a\tb", "a b"},
    // C0 and DEL
    {{"\0\1\2\3\4\5\6", 7}, "???????"},
    {"\x1b[2J", "?[2J"},
    {"\x1b]0;title\x07", "?]0;title?"},
    {"\x1b]52;c;eA==\x1b\\", "?]52;c;eA==?\\"},
    {"\x1bP1$r\x1b\\", "?P1$r?\\"},
    {"\x1b_x\x1b\\", "?_x?\\"},
    {"\x08\x0b\x0c\x0e\x0f\x18\x1a\x7f", "????????"},
    {"over\rwritten", "over?written"},
    {"dos\r\nlines\r\n", "dos\nlines\n"},
    {"\r\r\n", "?\n"},
    {"\r", "?"},
    {"\r\x1b", "??"},
    // C1, as characters and as bytes
    {"\u0080\u0085\u008d\u009b\u009d\u009f", "??????"},
    {"\x9b"
     "2J\x9d\x80",
     "?2J??"},
    // Bidirectional controls and invisible characters
    {"\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e", "????????"},
    {"\u2066\u2067\u2068\u2069", "????"},
    {"\u2028\u2029\ufeff\u200b\u2060\u2063\u00ad\u180e", "????????"},
    {"\ufff9a\ufffab\ufffb", "?a?b?"},
    {"\U000e0001\U000e0041\U000e007f", "???"},
    // Invalid UTF-8
    {"a\xff\xfe", "a??"},
    {"\xc0\xaf", "??"},
    {"\xc1\x9b", "??"},
    {"\xe0\x80\x9b", "???"},
    {"\xf0\x80\x80\x9b", "????"},
    {"\xed\xa0\x80\xed\xb0\x80", "??????"},
    {"\xf4\x90\x80\x80", "????"},
    {"\xf5\x80\x80\x80", "????"},
    {"\xf8\x88\x80\x80\x80", "?????"},
    {"cut off \xf0\x9f\x98", "cut off ???"},
    {"\xe7\x8e\n", "??\n"},
    {"\xe7\x8e\x1b[m", "???[m"},
    {"\xe7\xe7\x8e\x8b", "?\u738b"},
    {"\xf0\x9f\xc3\xa9", "??\u00e9"},
    // Ordinary text
    {"D\u00f6rte \u738b\u5927\u4eba \U0001f600 \u05e9\u05b8\u05dc\u05d5\u05dd",
     "D\u00f6rte \u738b\u5927\u4eba \U0001f600 \u05e9\u05b8\u05dc\u05d5\u05dd"},
    {"\U0001f468\u200d\U0001f469 \u2764\ufe0f \u0645\u06cc\u200c\u062e",
     "\U0001f468\u200d\U0001f469 \u2764\ufe0f \u0645\u06cc\u200c\u062e"},
    {"\ufffd\U0010ffff", "\ufffd\U0010ffff"},
};

TEST_CASE("terminal filter: each class of characters however the text is split") {
  for (const Case& example : cases) {
    CAPTURE(example.text);
    CHECK(shown(example.text) == example.shown);
    for (std::size_t cut = 0; cut <= example.text.size(); ++cut) {
      CAPTURE(cut);
      CHECK(shown_in_parts(example.text, cut) == example.shown);
    }
    CHECK(shown_by_bytes(example.text) == example.shown);
  }
}

TEST_CASE("terminal filter: a line is shown as printable() returns it") {
  for (const Case& example : cases) {
    if (example.text.find_first_of("\r\n") != std::string::npos) continue;
    CAPTURE(example.text);
    CHECK(printable(example.text, example.text.size()) == example.shown);
  }
}

TEST_CASE("terminal filter: every byte and every pair of bytes becomes printable text") {
  for (unsigned first = 0; first < 256; ++first) {
    for (unsigned second = 0; second < 256; ++second) {
      const std::string text = {static_cast<char>(first), static_cast<char>(second), 'x'};
      const std::string screen = shown(text);
      CHECK(screen == shown_by_bytes(text));
      for (const char c : screen) CHECK((c == '\n' || static_cast<unsigned char>(c) >= 0x20));
      CHECK(find_invalid_utf8(screen.data(), screen.data() + screen.size()) ==
            screen.data() + screen.size());
    }
  }
}

TEST_CASE("terminal filter: only control sequences of the program pass") {
  Screen screen;
  screen.out << "\x1b[J" << TerminalControl("\r\x1b[J") << CursorUp{12} << "\x1b[3A";
  CHECK(screen.finish() == "?[J\r\x1b[J\x1b[12A?[3A");
}

TEST_CASE("terminal filter: a control sequence of the program ends an incomplete character") {
  Screen screen;
  screen.out << "\xe7\x8e" << TerminalControl("\x1b[J") << "\x8b";
  CHECK(screen.finish() == "??\x1b[J?");
}

TEST_CASE("terminal filter: only the styles of a styled text pass") {
  using namespace text_style;
  const std::string board = styled("W", white) + " \x1b[2J \x1b[31m \x1b" + styled("1", locked);
  Screen screen;
  screen.out << StyledText{board};
  CHECK(screen.finish() == styled("W", white) + " ?[2J ?[31m ?" + styled("1", locked));
  std::ostringstream pipe;
  pipe << StyledText{board};
  CHECK(pipe.str() == board);
}

TEST_CASE("terminal filter: a failed write sets the error state") {
  struct Full : std::streambuf {
  } full;
  TerminalFilter filter(full);
  std::ostream out(&filter);
  out << "x";
  CHECK(out.bad());
}

}  // namespace terminal_filter_test
