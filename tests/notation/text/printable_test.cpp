#include "notation/text/printable.h"

#include "tests/catch.h"

namespace printable_test {

using namespace schiri;

TEST_CASE("printable: the number of columns of a text") {
  const auto [text, columns] = GENERATE(table<std::string, std::size_t>({
      {"", 0},
      {"Anna", 4},
      {"D\u00f6rte", 5},
      {"Do\u0308rte", 5},                                 // o with a combining diaeresis
      {"\u738b\u5927\u4eba", 6},                          // Chinese
      {"\uc784\uc694\ud658", 6},                          // Korean
      {"\u1112\u1161\u11ab", 2},                          // the same syllable in separate letters
      {"\uff21", 2},                                      // a fullwidth A
      {"\uff71", 1},                                      // a halfwidth katakana
      {"\U0001f600", 2},                                  // an emoji
      {"\u2764\ufe0f", 2},                                // a heart in emoji style
      {"\U0001f44d\U0001f3fd", 2},                        // a thumb with a skin tone
      {"\U0001f468\u200d\U0001f469\u200d\U0001f467", 2},  // a family
      {"\U0001f1e9\U0001f1ea", 2},                        // a flag
      {"\u05e9\u05b8\u05dc\u05d5\u05b9\u05dd", 4},        // Hebrew with vowels
      {"\u0e17\u0e35\u0e48", 1},                          // Thai, two marks on a letter
      {"a\u0301\u0302\u0303", 1},
  }));
  CAPTURE(text);
  CHECK(display_width(text) == columns);
}

TEST_CASE("printable: invalid UTF-8 bytes take one column each") {
  CHECK(display_width("a\xff\xfe") == 3);
  CHECK(display_width("\xe7\x8e") == 2);
}

TEST_CASE("printable: a text is cut at the end of a character") {
  const auto [text, columns, front] = GENERATE(table<std::string, std::size_t, std::string>({
      {"Anna", 2, "An"},
      {"Anna", 9, "Anna"},
      {"\u738b\u5927", 3, "\u738b"},
      {"\u738b\u5927", 1, ""},
      {"Do\u0308rte", 2, "Do\u0308"},
      {"\U0001f468\u200d\U0001f469x", 2, "\U0001f468\u200d\U0001f469"},
  }));
  CAPTURE(text, columns);
  CHECK(first_columns(text, columns) == front);
}

TEST_CASE("printable: count_characters counts code points") {
  CHECK(count_characters("Do\u0308rte") == 6);
  CHECK(first_characters("\u738b\u5927\u4eba", 2) == "\u738b\u5927");
  CHECK(first_characters("ab", 5) == "ab");
}

TEST_CASE("printable: UTF-8 is valid according to Unicode's table of well-formed sequences") {
  const auto [text, valid] = GENERATE(table<std::string, std::size_t>({
      {"plain and long enough for words", 31},
      {"D\u00f6rte \u738b \U0001f600", 15},
      {"ab\xff", 2},
      {"\xc0\xaf", 0},  // overlong
      {"\xe0\x80\xaf", 0},
      {"\xf0\x80\x80\xaf", 0},
      {"\xed\xa0\x80", 0},      // a surrogate
      {"\xf4\x90\x80\x80", 0},  // beyond Unicode
      {"\xf5\x80\x80\x80", 0},
      {"a\xe7\x8e", 1},  // truncated
      {"\x80", 0},
  }));
  CAPTURE(text);
  CHECK(static_cast<std::size_t>(find_invalid_utf8(text.data(), text.data() + text.size()) -
                                 text.data()) == valid);
}

TEST_CASE("printable: control characters become question marks") {
  const auto [text, shown] = GENERATE(table<std::string, std::string>({
      {"a\tb", "a b"},
      {"\x1b[2J", "?[2J"},
      {"\x7f", "?"},
      {"\u0085", "?"},
      {"\u202eabc", "?abc"},
      {"\u2066", "?"},
      {"\u2060\u2065\u206a", "???"},
      {"\u061c\u200e\u2028\u200b\ufeff\u00ad", "??????"},
      {"\U000e0041", "?"},
      {"\u200c\u200d\ufe0f\u0600", "\u200c\u200d\ufe0f\u0600"},
      {"\xff\xfe", "??"},
      {"D\u00f6rte", "D\u00f6rte"},
  }));
  CHECK(printable(text) == shown);
  CHECK(printable("\u738b\u5927\u4eba", 2) == "\u738b\u5927...");
}

TEST_CASE("printable: names that a record can hold") {
  CHECK(is_name("D\u00f6rte"));
  for (const char* text : {"", "?", "a\nb", "\xff", "\x7f"}) CHECK_FALSE(is_name(text));
  CHECK(without_controls("a\x01\ufeff"
                         "b\x7f") == "ab");
}

}  // namespace printable_test
