
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

std::string decoded(const std::string& bytes, const std::string& specified, std::size_t step,
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
    std::string specified;
    std::string text, name;
  } rows[] = {
      {"ASCII", "abc\n", "", "abc\n", ""},
      {"nothing", "", "", "", ""},
      {"UTF-8", plain, "", plain, ""},
      {"UTF-16, little", utf16(u"\ufeff" + wide, false), "", plain, "UTF-16"},
      {"UTF-16, big", utf16(u"\ufeff" + wide, true), "", plain, "UTF-16"},
      {"UTF-16 without a mark", utf16(wide, false), "", plain, "UTF-16"},
      {"big, without a mark", utf16(wide, true), "", plain, "UTF-16"},
      {"half a pair", utf16(u"\ufeffa\xd800z", false), "", "a\xffz", "UTF-16"},
      {"half a unit", utf16(u"\ufeffab", false) + "c", "", "ab\xff", "UTF-16"},
      {"Latin-1", "J\xfcrgen", "", "J\u00fcrgen", "Latin-1"},
      {"Windows-1252", "\x93J\xfcrgen\x94 \x96 \x85", "", "\u201cJ\u00fcrgen\u201d \u2013 \u2026",
       "Windows-1252"},
      {"only bytes below A0", "\x8a\x9a", "", "\u0160\u0161", "Windows-1252"},
      {"a sign that no name has", "J\xfc\x80", "", "J\xfc\x80", ""},
      {"Windows-1252 specified", "\x80 \x99 \xc3\xbc\x81", "cp1252",
       "\u20ac \u2122 \u00c3\u00bc\xff", "cp1252"},
      {"Latin-2",
       "\xa3\xf3"
       "d\xbc",
       "latin2", "\u0141\u00f3d\u017a", "latin2"},
      {"Latin-9", "\xa4", "ISO-8859-15", "\u20ac", "ISO-8859-15"},
      {"Windows-1250", "\x8a\xe8", "cp1250", "\u0160\u010d", "cp1250"},
      {"Windows-1251", "\xcf\xe5\xf2\xf0\xee\xe2", "cp1251", "\u041f\u0435\u0442\u0440\u043e\u0432",
       "cp1251"},
      {"KOI8-R", "\xf0\xc5\xd4\xd2\xcf\xd7", "KOI8-R", "\u041f\u0435\u0442\u0440\u043e\u0432",
       "KOI8-R"},
      {"Mac Roman", "J\x9arg", "macintosh", "J\u00f6rg", "macintosh"},
      {"code page 437", "J\x94rg", "cp437", "J\u00f6rg", "cp437"},
      {"Vietnamese, which holds a letter back", "remis", "cp1258", "remis", ""},
      {"Windows-1258", "\xd0 remis", "cp1258", "\u0110 remis", "cp1258"},
      {"GB18030", "\xcd\xf5\xff \xcd", "GB18030", "\u738b\xff \xff", "GB18030"},
      {"UTF-16 specified", utf16(wide, true), "UTF-16BE", plain, "UTF-16"},
      {"carriage returns", "a\rb\r\rc", "", "a\nb\n\nc", ""},
      {"and line feeds", "a\rb\r\nc\n\n", "utf-8", "a\nb\nc\n\n", ""},
      {"both at each end", "a\r\nb\rc\r\n", "", "a\r\nb\rc\r\n", ""},
      {"several of them", "a\r\r\nb\r", "utf-8", "a\r\r\nb\r", ""},
      {"only at the end", "abc\r", "utf-8", "abc\n", ""},
      {"in another encoding", utf16(u"\ufeffa\rb\r", false), "", "a\nb\n", "UTF-16"},
      {"with a control character", "J\xfc\x81", "", "J\xfc\x81", ""},
      {"with a character of UTF-8", "J\xfc \xc3\xbc", "", "J\xfc \xc3\xbc", ""},
      {"the other way round", "\xc3\xbc J\xfc", "", "\xc3\xbc J\xfc", ""},
      {"specified", "J\xfc\x81 \xc3\xbc", "latin1", "J\u00fc\u0081 \u00c3\u00bc", "latin1"},
      {"specified, but ASCII", "abc", "latin1", "abc", ""},
      {"another one specified", "J\xfcrgen", "utf-8", "J\xfcrgen", ""},
      {"after the examined bytes", long_front + "\xfc", "", long_front + "\xfc", ""},
      {"Latin-1 all along", "\xfc" + long_front + "\xfc", "", "\u00fc" + long_front + "\u00fc",
       "Latin-1"},
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

TEST_CASE("encodings: carriage returns without end are not kept back without end") {
  /// Fails when it is asked for more than a bit.
  class Endless final : public ByteSource {
   public:
    std::size_t fetch(char* buffer, std::size_t size) override {
      given_ += size;
      REQUIRE(given_ < 8'000'000);
      std::fill_n(buffer, size, '\r');
      return size;
    }

   private:
    std::size_t given_ = 0;
  };
  Endless endless;
  DecodedSource source(endless);
  char first = 0;
  CHECK(source.read(&first, 1) == 1);
  CHECK(first == '\n');
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

TEST_CASE("encodings: the names are those of the system, in any case") {
  for (const char* name : {"UTF-8", "utf8", "latin1", "KOI8-R", "cp1251", "gb18030", "Shift_JIS"}) {
    CHECK(is_known_encoding(name));
  }
  for (const char* name : {"", "-", "nonsense", "latin1//TRANSLIT", "../x"}) {
    CHECK_FALSE(is_known_encoding(name));
  }
}

TEST_CASE("encodings: a specified encoding and UTF-16 are no guesses") {
  ReadOptions options;
  options.encoding = "latin1";
  const auto record = read_all(tags, options).at(0);
  CHECK(record.check.warnings.at(0).message == "the file is latin1 text; records are UTF-8");
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
