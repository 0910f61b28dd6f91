#include "cli/print/rows.h"

#include "notation/text/printable.h"
#include "notation/text/row_text.h"
#include "tests/catch.h"

namespace rows_test {

using namespace schiri::cli;

TEST_CASE("rows: CSV cells") {
  const auto [text, cell] = GENERATE(table<std::string, std::string>({
      {"plain", "plain"},
      {"", ""},
      {"a,b", "\"a,b\""},
      {"say \"a\"", "\"say \"\"a\"\"\""},
      {"=1+2", "'=1+2"},
      {"+1", "'+1"},
      {"-1", "'-1"},
      {"@cmd", "'@cmd"},
      {"=HYPERLINK(\"x\",1)", "\"'=HYPERLINK(\"\"x\"\",1)\""},
      {"a=1", "a=1"},
      {"\xef\xbc\x9d"
       "1",
       "'\xef\xbc\x9d"
       "1"},
      {"\xef\xbc\x8b"
       "1",
       "'\xef\xbc\x8b"
       "1"},
      {"\xef\xbc\x8d"
       "1",
       "'\xef\xbc\x8d"
       "1"},
      {"\xef\xbc\xa0"
       "x",
       "'\xef\xbc\xa0"
       "x"},
      {"Ulm;=1+2", "Ulm;'=1+2"},
      {"Ulm,=1+2", "\"Ulm,'=1+2\""},
      {"Ulm; =1", "Ulm; =1"},
      {"'=1", "''=1"},
      {"\x1b[31mred", "?[31mred"},
      {"two\nlines", "two?lines"},
      {"\xff", "?"},
  }));
  CHECK(spreadsheet_cell(text) == cell);
}

TEST_CASE("rows: numbers and missing values in CSV") {
  CHECK(spreadsheet_cell(-1.5) == "-1.5");
  CHECK(spreadsheet_cell(7) == "7");
  CHECK(spreadsheet_cell(nullptr).empty());
}

TEST_CASE("rows: heads and numbers of a table are in its language, aligned by their width") {
  const Translation german("de", {{"player", "Übername"}});
  std::ostringstream out;
  AlignedText table(out, german, {message("player"), "+-"});
  table.add({"Jörg 1.5", 1.5});
  table.add({"Üß", 10});
  table.finish();
  CHECK(out.str() == "Übername   +-\nJörg 1.5  1,5\nÜß         10\n");
  std::ostringstream plain;
  AlignedText english(plain, Translation(), {message("player"), "+-"});
  english.add({"Anna", 1.5});
  english.finish();
  CHECK(plain.str() == "player   +-\nAnna    1.5\n");
}

TEST_CASE("rows: JSON escapes characters that control a terminal") {
  CHECK(json_line({{"x", "\x1b\x7f\u009b\u061c\u202e\ufeff\U000e0041 D\u00f6rte \u738b"}}) ==
        "{\"x\":\"\\u001b\\u007f\\u009b\\u061c\\u202e\\ufeff\\udb40\\udc41 D\u00f6rte \u738b\"}\n");
}

TEST_CASE("rows: text is aligned in columns") {
  std::ostringstream out;
  {
    Rows rows(out, Format::text, {"name", "n", "end"});
    rows.add({"\xc5\x81ukasz", 5, "x"});
    rows.add({"\x1b[2J", 12345, nullptr});
  }
  CHECK(out.str() == "name        n  end\n\xc5\x81ukasz      5  x\n?[2J    12345\n");
}

TEST_CASE("rows: wide and combining characters keep columns aligned") {
  const std::string name = GENERATE("\u738b\u5927", "Do\u0308r", "\U0001f469\u200d\U0001f680",
                                    "\u2764\ufe0f", "\U0001f1e9\U0001f1ea");
  CAPTURE(name);
  const std::size_t width = schiri::display_width(name);
  std::ostringstream out;
  {
    Rows rows(out, Format::text, {"name", "n"});
    rows.add({name, 5});
    rows.add({"plain", 12345});
  }
  CHECK(out.str() ==
        "name       n\n" + name + std::string(5 - width, ' ') + "      5\nplain  12345\n");
}

TEST_CASE("rows: more rows than the buffer for column widths holds") {
  std::ostringstream out;
  {
    Rows rows(out, Format::text, {"n"});
    for (int i = 0; i < 2500; ++i) rows.add({i});
  }
  const std::string text = out.str();
  CHECK(std::count(text.begin(), text.end(), '\n') == 2501);
}

TEST_CASE("rows: JSON keeps the order of keys and replaces invalid UTF-8") {
  std::ostringstream out;
  Rows rows(out, Format::json, {"b", "a"});
  rows.add({"\xff\n", nullptr});
  CHECK(out.str() == "{\"b\":\"\xef\xbf\xbd\\n\",\"a\":null}\n");
}

TEST_CASE("rows: without rows only CSV and text have a heading") {
  for (const auto& [format, expected] :
       {std::pair{Format::csv, "a,b\n"}, {Format::text, "a  b\n"}, {Format::json, ""}}) {
    std::ostringstream out;
    { Rows rows(out, format, {"a", "b"}); }
    CHECK(out.str() == expected);
  }
}

TEST_CASE("rows: a row with too few or too many cells is an error of the program") {
  for (const std::size_t cells : {1u, 3u}) {
    const std::vector<Json> row(cells, Json(1));
    for (const Format format : {Format::text, Format::json, Format::csv}) {
      std::ostringstream out;
      Rows rows(out, format, {"a", "b"}, {.columns = {"b"}});
      CHECK_THROWS_AS(rows.add(row), std::logic_error);
    }
    std::ostringstream out;
    AlignedText text(out, {"a", "b"});
    CHECK_THROWS_AS(text.add(row), std::logic_error);
    CHECK_THROWS_AS(object_of({"a", "b"}, row), std::logic_error);
  }
}

}  // namespace rows_test
