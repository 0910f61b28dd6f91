#include "notation/records/source/decoded_source.h"

#include "notation/records/source/byte_source.h"
#include "tests/catch.h"
#include "tests/notation/records.h"
#include "tests/slow_source.h"

namespace decoded_source_test {

std::string utf16(std::u16string_view text, bool big) {
  std::string bytes;
  for (const char16_t unit : text) {
    const char high = static_cast<char>(unit >> 8), low = static_cast<char>(unit & 0xff);
    bytes += big ? high : low;
    bytes += big ? low : high;
  }
  return bytes;
}

std::string decoded(const std::string& bytes, Encoding specified, std::size_t step,
                    std::string& name) {
  SlowSource slow(bytes, step);
  DecodedSource source(slow, specified);
  name = source.other_encoding().title;
  std::string text;
  char buffer[100];
  while (const std::size_t size = source.read(buffer, sizeof buffer)) text.append(buffer, size);
  return text;
}

const std::string tags = "[White \"J\xfcrgen\"]\n[Game \"creeper\"]\n\n1. A2+B3 *\n";

TEST_CASE("encodings: the encoding is specified or recognised from the first bytes") {
  const std::u16string wide = u"[White \"J\u00fcrgen \u2013 \U0001f600\"]\n";
  const std::string plain = "[White \"J\u00fcrgen \u2013 \U0001f600\"]\n";
  const std::string long_front(2'000'000, ' ');
  const struct {
    const char* what;
    std::string bytes;
    Encoding specified;
    std::string text, name;
  } rows[] = {
      {"ASCII", "abc\n", Encoding::guessed, "abc\n", ""},
      {"nothing", "", Encoding::guessed, "", ""},
      {"UTF-8", plain, Encoding::guessed, plain, ""},
      {"UTF-16, little", utf16(u"\ufeff" + wide, false), Encoding::guessed, plain, "UTF-16"},
      {"UTF-16, big", utf16(u"\ufeff" + wide, true), Encoding::guessed, plain, "UTF-16"},
      {"UTF-16 without a mark", utf16(wide, false), Encoding::guessed, plain, "UTF-16"},
      {"big, without a mark", utf16(wide, true), Encoding::guessed, plain, "UTF-16"},
      {"half a pair", utf16(u"\ufeffa\xd800z", false), Encoding::guessed, "a\xffz", "UTF-16"},
      {"half a unit", utf16(u"\ufeffab", false) + "c", Encoding::guessed, "ab\xff", "UTF-16"},
      {"Latin-1", "J\xfcrgen", Encoding::guessed, "J\u00fcrgen", "Latin-1"},
      {"Windows-1252", "\x93J\xfcrgen\x94 \x96 \x85", Encoding::guessed,
       "\u201cJ\u00fcrgen\u201d \u2013 \u2026", "Windows-1252"},
      {"only bytes below A0", "\x8a\x9a", Encoding::guessed, "\u0160\u0161", "Windows-1252"},
      {"a sign that no name has", "J\xfc\x80", Encoding::guessed, "J\xfc\x80", ""},
      {"Windows-1252 specified", "\x80 \x99 \xc3\xbc\x81", Encoding::cp1252,
       "\u20ac \u2122 \u00c3\u00bc\xff", "Windows-1252"},
      {"Latin-2",
       "\xa3\xf3"
       "d\xbc",
       Encoding::latin2, "\u0141\u00f3d\u017a", "Latin-2"},
      {"Latin-9", "\xa4", Encoding::latin9, "\u20ac", "Latin-9"},
      {"Windows-1250", "\x8a\xe8", Encoding::cp1250, "\u0160\u010d", "Windows-1250"},
      {"Windows-1251", "\xcf\xe5\xf2\xf0\xee\xe2", Encoding::cp1251,
       "\u041f\u0435\u0442\u0440\u043e\u0432", "Windows-1251"},
      {"KOI8-R", "\xf0\xc5\xd4\xd2\xcf\xd7", Encoding::koi8r,
       "\u041f\u0435\u0442\u0440\u043e\u0432", "KOI8-R"},
      {"Mac Roman", "J\x9arg", Encoding::macroman, "J\u00f6rg", "Mac Roman"},
      {"code page 437", "J\x94rg", Encoding::cp437, "J\u00f6rg", "code page 437"},
      {"GB18030", "\xcd\xf5\xff \xcd", Encoding::gb18030, "\u738b\xff \xff", "GB18030"},
      {"UTF-16 specified", utf16(wide, true), Encoding::utf16be, plain, "UTF-16"},
      {"carriage returns", "a\rb\r\rc", Encoding::guessed, "a\nb\n\nc", ""},
      {"and line feeds", "a\rb\r\nc\n\n", Encoding::utf8, "a\nb\nc\n\n", ""},
      {"both at each end", "a\r\nb\rc\r\n", Encoding::guessed, "a\r\nb\rc\r\n", ""},
      {"several of them", "a\r\r\nb\r", Encoding::utf8, "a\r\r\nb\r", ""},
      {"only at the end", "abc\r", Encoding::utf8, "abc\n", ""},
      {"in another encoding", utf16(u"\ufeffa\rb\r", false), Encoding::guessed, "a\nb\n", "UTF-16"},
      {"with a control character", "J\xfc\x81", Encoding::guessed, "J\xfc\x81", ""},
      {"with a character of UTF-8", "J\xfc \xc3\xbc", Encoding::guessed, "J\xfc \xc3\xbc", ""},
      {"the other way round", "\xc3\xbc J\xfc", Encoding::guessed, "\xc3\xbc J\xfc", ""},
      {"specified", "J\xfc\x81 \xc3\xbc", Encoding::latin1, "J\u00fc\u0081 \u00c3\u00bc",
       "Latin-1"},
      {"specified, but ASCII", "abc", Encoding::latin1, "abc", ""},
      {"another one specified", "J\xfcrgen", Encoding::utf8, "J\xfcrgen", ""},
      {"after the examined bytes", long_front + "\xfc", Encoding::guessed, long_front + "\xfc", ""},
      {"Latin-1 all along", "\xfc" + long_front + "\xfc", Encoding::guessed,
       "\u00fc" + long_front + "\u00fc", "Latin-1"},
  };
  for (const auto& row : rows) {
    for (const std::size_t step : {1u, 3u, 1u << 20}) {
      if (step < 10 && row.bytes.size() > 1000) continue;
      INFO(row.what << ", " << step);
      std::string name;
      CHECK(decoded(row.bytes, row.specified, step, name) == row.text);
      CHECK(name == row.name);
    }
  }
}

TEST_CASE("encodings: an encoding other than UTF-8 is reported once per file") {
  const auto records = read_all(tags + "\n" + tags);
  REQUIRE(records.size() == 2);
  CHECK(records[0].record.tag("White") == "J\u00fcrgen");
  REQUIRE(records[0].check.warnings.size() == 2);
  CHECK(records[0].check.warnings[0].code == Code::spelling);
  CHECK(records[0].check.warnings[0].message ==
        "the file is taken for Latin-1 text, which --encoding overrides; records are UTF-8");
  CHECK((records[0].encoding.is_guess && records[1].encoding.title.empty()));
  CHECK(findings_of(records[1].check) == "missing-tag@6:1");
  ReadOptions strict;
  strict.check.strict = true;
  CHECK(read_all(tags, strict)[0].check.errors[0].code == Code::spelling);
}

TEST_CASE("encodings: names are read with and without hyphens in any case") {
  CHECK(find_encoding("UTF-8") == Encoding::utf8);
  CHECK(find_encoding("utf8") == Encoding::utf8);
  CHECK(find_encoding("Latin-1") == Encoding::latin1);
  CHECK(find_encoding("koi8r") == Encoding::koi8r);
  CHECK(find_encoding("GB18030") == Encoding::gb18030);
  for (const char* name : {"", "-", "ebcdic", "utf", "latin"}) CHECK_FALSE(find_encoding(name));
  for (const std::string& name : encoding_names()) CHECK(find_encoding(name));
}

TEST_CASE("encodings: a specified encoding and UTF-16 are no guesses") {
  ReadOptions options;
  options.encoding = Encoding::latin1;
  const auto record = read_all(tags, options).at(0);
  CHECK(record.check.warnings.at(0).message == "the file is Latin-1 text; records are UTF-8");
  CHECK_FALSE(record.encoding.is_guess);
  CHECK_FALSE(read_all(utf16(u"\ufeff[Game \"creeper\"]\n\n*\n", false))[0].encoding.is_guess);
}

TEST_CASE("encodings: a file in no known encoding has a UTF-8 error") {
  CHECK(findings_of(read_all("[White \"J\x81\xfc\"]\n[Game \"creeper\"]\n\n*\n")[0].check) ==
        "bad-utf8@1:10");
}

TEST_CASE("whole text: a text above the size limit is not returned") {
  const std::string text(200'000, 'x');
  TextSource whole(text), exact(text), long_one(text), empty("");
  CHECK(read_all(whole, 1'000'000) == text);
  CHECK(read_all(exact, 200'000) == text);
  CHECK_FALSE(read_all(long_one, 199'999));
  CHECK(read_all(empty, 0) == "");
}

TEST_CASE("whole text: a folder cannot be read") {
  CHECK_THROWS_AS(
      [] {
        FileSource source("/");
        return read_all(source, 10);
      }(),
      std::system_error);
}

}  // namespace decoded_source_test
