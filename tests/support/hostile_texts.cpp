#include "tests/support/hostile_texts.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string_view>

namespace {

std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

/// The first character of a text and its length; nothing for invalid UTF-8.
std::optional<std::pair<std::uint32_t, std::size_t>> decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return {{byte(0), 1}};
  const std::size_t length = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
  if (byte(0) < 0xc0 || byte(0) > 0xf7 || text.size() < length) return std::nullopt;
  std::uint32_t code = byte(0) & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return std::nullopt;
    code = code * 64 + (byte(i) & 0x3fu);
  }
  const std::uint32_t least = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80;
  if (code < least || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return std::nullopt;
  return {{code, length}};
}

bool is_harmful(std::uint32_t code) {
  struct Range {
    std::uint32_t first, last;
  };
  constexpr Range ranges[] = {{0x00, 0x1f},     {0x7f, 0x9f},     {0xad, 0xad},
                              {0x61c, 0x61c},   {0x180e, 0x180e}, {0x200b, 0x200b},
                              {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f},
                              {0xfeff, 0xfeff}, {0xfff0, 0xfffb}, {0xe0000, 0xe007f}};
  return std::any_of(std::begin(ranges), std::end(ranges), [code](const Range& range) {
    return code >= range.first && code <= range.last;
  });
}

}  // namespace

std::string in_ascii(std::string_view text) {
  std::string out;
  for (const char c : text) {
    char number[8];
    std::snprintf(number, sizeof number, "\\x%02x", static_cast<unsigned char>(c));
    if (c >= ' ' && c <= '~') {
      out += c;
    } else {
      out += number;
    }
  }
  return out;
}

const std::vector<std::vector<HostileText>>& hostile_classes() {
  static const std::vector<std::vector<HostileText>> classes = {
      // Sequences of terminals.
      {{"clears the screen", "a\x1b[2J\x1b[Hb"},
       {"colours", "a\x1b[31;5mred\x1b[8mhidden"},
       {"the program's own colours", "a\x1b[1;33mW\x1b[0m"},
       {"moves the cursor up", "a\x1b[3A\x1b[Kb"},
       {"asks the terminal", "a\x1b[6n\x1b[c\x1b[21tb"},
       {"title",
        "a\x1b]0;title\x07"
        "b"},
       {"link", "a\x1b]8;;http://x.test\x1b\\b\x1b]8;;\x1b\\"},
       {"clipboard",
        "a\x1b]52;c;eA==\x07"
        "b"},
       {"device control", "a\x1bP1$r0m\x1b\\b"},
       {"application", "a\x1b_Gf=100;AAAA\x1b\\b"},
       {"private message", "a\x1b^x\x1b\\\x1bXy\x1b\\b"},
       {"reset",
        "a\x1b"
        "cb"},
       {"character sets", "a\x1b(0\x0eq\x0f"}},
      // Control characters.
      {{"bell",
        "a\x07"
        "b"},
       {"backspaces",
        "good\x08\x08\x08\x08"
        "evil"},
       {"overwrites its line", "good\revil"},
       {"vertical tab and form feed",
        "a\x0b\x0c"
        "b"},
       {"delete",
        "a\x7f\x7f"
        "b"},
       {"zero byte", std::string("a\0b", 3)},
       {"answer to a question",
        "a\x05"
        "b"},
       {"other controls",
        "a\x01\x02\x04\x06\x10\x13\x16\x18\x1a\x1c\x1f"
        "b"}},
      // The controls from 0x80 on.
      {{"C1 as a character", "a\u009b2J\u009d0;x\u009cb"},
       {"C1 as a byte",
        "a\x9b"
        "2J\x9d"
        "0;x\x9c"
        "b"},
       {"next line", "a\u0085b\u008dc"}},
      // Directions.
      {{"right to left", "a\u202eb\u202dc"},
       {"marks of direction", "a\u200eb\u200fc\u061cd"},
       {"embeddings", "a\u202ab\u202bc\u202cd"},
       {"isolates", "a\u2066b\u2067c\u2068d\u2069e"}},
      // Invisible characters.
      {{"nothing to see", "a\u200bb\u2060c\u2063d"},
       {"joiners", "a\u200cb\u200dc"},
       {"byte order mark", "\ufeffa\ufeffb"},
       {"separators of lines and paragraphs", "a\u2028b\u2029c"}},
      // Invalid UTF-8.
      {{"longer UTF-8 than needed",
        "a\xc0\x9b\xe0\x80\x9b\xf0\x80\x80\x9b"
        "b"},
       {"UTF-8 cut short", "a\xf0\x9f\x98"},
       {"a sequence within a character",
        "a\xe7\x8e\x1b[2J\x8b"
        "b"},
       {"surrogates",
        "a\xed\xa0\xbd\xed\xb8\x80"
        "b"},
       {"beyond Unicode",
        "a\xf4\x90\x80\x80\xf8\x88\x80\x80\x80\xfe\xff"
        "b"}},
      // Marks and rare characters.
      {{"flood of accents", "a" + repeated("\u0301\u0323", 200)},
       {"tags", "a\U000e0001\U000e0065\U000e006e\U000e007fb"},
       {"annotation between lines", "\ufff9a\ufffab\ufffb"},
       {"selectors of variants", "a\ufe0fb\U000e0100c"},
       {"soft hyphens", "a\u00adb\u00ad"},
       {"old marks of format", "a\u206ab\u206fc\u180ed"},
       {"noncharacters", "a\ufdd0b\uffffc\U0010ffff"}},
      // Lengths.
      {{"very long", repeated("long ", 1000)},
       {"nothing but spaces", "   \u00a0\u3000 "},
       {"empty", ""}},
      // Layout.
      {{"line ends", "a\nschiri: all is well\r\nb\n\nc"},
       {"tabs", "a\tb\t\tc"},
       {"a record", "\"]\n\n1. A2+B3 {\x1b[2J} 1-0\n\n[White \"x"}},
      // Syntax.
      {{"formats", "%s%n%x%1000000d{}{0}\\n"},
       {"words of a shell", "$(touch x)`touch x`;touch x|&> x"},
       {"quotes", "'\"a\"' \"\"\" '''"},
       {"backslashes", "\\a\\\\\\\"\\x1b[2J\\u001b\\"},
       {"HTML", "<script>alert(1)</script>&lt;<!-- ]]>"},
       {"JSON", "\",\"x\":[{}],\"y\":\"\\u001b[2J"},
       {"SQL", "'); DROP TABLE game; --"},
       {"an option", "--help"},
       {"a path", "../../../../no such folder/x"},
       {"a number", "-99999999999999999999999999.5e999"}},
  };
  return classes;
}

const std::vector<HostileText>& hostile_texts() {
  static const std::vector<HostileText> texts = [] {
    std::vector<HostileText> all;
    for (const auto& kinds : hostile_classes()) all.insert(all.end(), kinds.begin(), kinds.end());
    return all;
  }();
  return texts;
}

const HostileText& all_hostile_texts() {
  static const HostileText all = [] {
    HostileText joined{"all in one", ""};
    for (const HostileText& one : hostile_texts()) {
      if (one.text.find('\n') == one.text.npos && one.text.size() < 1000) joined.text += one.text;
    }
    std::erase(joined.text, '\0');
    return joined;
  }();
  return all;
}

std::string harm_on(const std::string& screen) {
  for (std::string_view rest = screen; !rest.empty();) {
    const auto first = decode(rest);
    // A terminal writes a line end as two characters.
    const std::size_t line_end = rest.starts_with("\r\n") ? 2 : rest[0] == '\n' ? 1 : 0;
    if (!line_end && (!first || is_harmful(first->first))) {
      const std::size_t at = screen.size() - rest.size(), begin = at < 60 ? 0 : at - 60;
      return in_ascii(std::string_view(screen).substr(begin, at - begin)) + " >>> " +
             in_ascii(rest.substr(0, 20));
    }
    rest.remove_prefix(line_end ? line_end : first->second);
  }
  return {};
}
