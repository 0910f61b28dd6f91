#include "notation/text/table.h"

#include <cstdint>
#include <limits>

#include "core/base/errors.h"
#include "notation/text/printable.h"
#include "notation/text/row_text.h"
#include "tests/catch.h"

namespace table_test {

using namespace schiri;

TEST_CASE("table: CSV cells") {
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

TEST_CASE("table: numbers and missing values in CSV") {
  CHECK(spreadsheet_cell(-1.5) == "-1.5");
  CHECK(spreadsheet_cell(7) == "7");
  CHECK(spreadsheet_cell(nullptr).empty());
}

TEST_CASE("table: JSON escapes characters that control a terminal") {
  CHECK(json_line({{"x", "\x1b\x7f\u009b\u061c\u202e\ufeff\U000e0041 D\u00f6rte \u738b"}}) ==
        "{\"x\":\"\\u001b\\u007f\\u009b\\u061c\\u202e\\ufeff\\udb40\\udc41 D\u00f6rte \u738b\"}\n");
}

struct Player {
  std::string name;
  std::optional<double> rating;
  double share = 0;
  std::optional<std::string> club = {};
};

Columns<Player> columns() {
  using Row = const Player&;
  return {
      {{.key = "player", .heading = message("player"), .names_row = true},
       [](Row row) { return row.name; }},
      {{"rating", message("rating"), Holds::rating},
       [](Row row) { return row.rating ? Cell(*row.rating) : Cell(Json(), Message(">")); }},
      {{"share", message("share %"), Holds::share}, [](Row row) { return row.share; }},
      {{"club", message("club"), Holds::text, "", Shown::filled}, [](Row row) { return row.club; }},
      {{"state", message("state"), Holds::text, "", Shown::asked},
       [](Row) { return Cell(message("ready")); }},
      {{"pool", message("pool"), Holds::count, "", Shown::programs}, [](Row) { return 1; }},
      {{"more", {}, Holds::list, "", Shown::json},
       [](Row) {
         return Json::array({1, 2});
       }},
      {{"rank", message("rank"), Holds::count, "", Shown::people}, [](Row) { return 7; }}};
}

const std::vector<Player> players = {{"J\u00f6rg", 1501.26, 0.5}, {"\u738b\u5927", {}, 0.125}};

bool has(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

std::string printed(const TableOptions& options, const std::vector<Player>& rows = players) {
  std::ostringstream out;
  write_table(out, Table::of(columns(), rows), options);
  return out.str();
}

TEST_CASE("table: one list of columns makes each format") {
  CHECK(printed({}) ==
        "player  rating  share %  rank\n"
        "J\u00f6rg    1501.3     50.0     7\n"
        "\u738b\u5927         >     12.5     7\n");
  CHECK(printed({.format = Format::csv}) ==
        "player,rating,share,club,state,pool\n"
        "J\u00f6rg,1501.26,0.5,,ready,1\n\u738b\u5927,,0.125,,ready,1\n");
  CHECK(printed({.format = Format::json}) ==
        "{\"player\":\"J\u00f6rg\",\"rating\":1501.26,\"share\":0.5,\"club\":null,"
        "\"state\":\"ready\",\"pool\":1,\"more\":[1,2]}\n"
        "{\"player\":\"\u738b\u5927\",\"rating\":null,\"share\":0.125,\"club\":null,"
        "\"state\":\"ready\",\"pool\":1,\"more\":[1,2]}\n");
  CHECK(printed({.format = Format::markdown}, {{"@a|b", 1.0}}) ==
        "| player | rating | share % | rank |\n|---|--:|--:|--:|\n"
        "| &#64;a\\|b | 1.0 | 0.0 | 7 |\n");
  CHECK(has(printed({}, {{"A", 1, 0, "Ulm"}}), "club"));
}

TEST_CASE("table: people read headings, numbers and sentences in their language") {
  const Translation german("de", {{"player", "Spieler"}, {"ready", "bereit"}});
  TableOptions options{.columns = {"player", "rating", "state"}};
  options.language = &german;
  CHECK(printed(options) ==
        "Spieler  rating  state\nJ\u00f6rg     1501,3  bereit\n\u738b\u5927          >  bereit\n");
  options.format = Format::csv;
  CHECK(has(printed(options), "J\u00f6rg,1501.26,ready"));
  options.is_for_people = options.decimal_comma = true;
  options.delimiter = ';';
  CHECK(printed(options) ==
        "\xef\xbb\xbfSpieler;Rating;State\nJ\u00f6rg;1501,26;bereit\n\u738b\u5927;>;bereit\n");
}

TEST_CASE("table: columns are chosen, added and omitted, in any case and of both sides") {
  const auto heads = [](std::vector<std::string> chosen) {
    const std::string text = printed({.format = Format::csv, .columns = std::move(chosen)});
    return text.substr(0, text.find('\n'));
  };
  CHECK(heads({"club", "PLAYER"}) == "club,player");
  CHECK(heads({"-club", "-state"}) == "player,rating,share,pool");
  CHECK(heads({"+rank"}) == "player,rating,share,club,state,pool,rank");
  CHECK(heads({"all"}) == "player,rating,share,club,state,pool,more,rank");
  CHECK(heads({"player", "player"}) == "player");
  CHECK_THROWS_AS(heads({"x"}), InputError);
  CHECK_THROWS_AS(printed({.sort = {"x"}}), InputError);
  const std::vector<Column> both = {{"white_title"}, {"white"}, {"black_title"}};
  CHECK(shown_columns(both, {}, {.columns = {"title"}}) == std::vector<std::size_t>{0, 2});
  CHECK(shown_columns(both, {}, {.columns = {"-title"}}) == std::vector<std::size_t>{1});
}

TEST_CASE("table: rows are sorted by several columns, unknown values last, and limited") {
  const std::vector<Player> rows = {{"B", 2}, {"A", {}}, {"C", 1}, {"A", 2}};
  const auto order = [&](TableOptions options) {
    options.format = Format::csv;
    options.columns = {"player", "rating"};
    std::string text = printed(options, rows);
    std::replace(text.begin(), text.end(), '\n', ' ');
    std::string on_page;
    for (const auto& row : shown_table(Table::of(columns(), rows), options).rows) {
      on_page += row[0] + ',' + row[1] + ' ';
    }
    std::erase(on_page, '>');
    CHECK(on_page == text.substr(14));
    return text.substr(14);
  };
  CHECK(order({.sort = {"player", "rating"}}) == "A,2.0 A, B,2.0 C,1.0 ");
  CHECK(order({.sort = {"-player", "rating"}}) == "C,1.0 B,2.0 A,2.0 A, ");
  // A bound `>` is beyond all numbers.
  CHECK(order({.sort = {"-rating"}}) == "A, B,2.0 A,2.0 C,1.0 ");
  CHECK(order({.limit = 0}) == "");
}

TEST_CASE("table: whole numbers of 64 bits are sorted exactly") {
  const std::vector<std::int64_t> rows = {9007199254740993, 9007199254740992, -1,
                                          std::numeric_limits<std::int64_t>::min(),
                                          std::numeric_limits<std::int64_t>::max()};
  const Columns<std::int64_t> columns = {{{"n"}, [](const std::int64_t& row) { return row; }}};
  std::ostringstream out;
  write_table(out, Table::of(columns, rows), {.format = Format::csv, .sort = {"n"}});
  CHECK(out.str() ==
        "n\n-9223372036854775808\n-1\n9007199254740992\n9007199254740993\n"
        "9223372036854775807\n");
}

TEST_CASE("table: text is aligned by the width that characters take") {
  const std::string name = GENERATE("\u738b\u5927", "Do\u0308r", "\U0001f469\u200d\U0001f680",
                                    "\u2764\ufe0f", "\U0001f1e9\U0001f1ea", "\xc5\x81ukas");
  CAPTURE(name);
  std::ostringstream out;
  {
    TableWriter rows(out, {}, {{"name"}, {"n", {}, Holds::count}, {"end"}});
    rows.add({name, 5, "x"});
    rows.add({"\x1b[2Jx", 12345, nullptr});
  }
  CHECK(out.str() == "name       n  end\n" + name + std::string(5 - display_width(name), ' ') +
                         "      5  x\n?[2Jx  12345\n");
}

TEST_CASE("table: more rows than the buffer for column widths holds") {
  std::ostringstream out;
  {
    TableWriter rows(out, {}, {{"n"}});
    for (int i = 0; i < 2500; ++i) rows.add({i});
  }
  const std::string text = out.str();
  CHECK(std::count(text.begin(), text.end(), '\n') == 2501);
}

TEST_CASE("table: without rows only CSV, Markdown and text have a heading") {
  for (const auto& [format, expected] : {std::pair{Format::csv, "a,b\n"},
                                         {Format::text, "a  b\n"},
                                         {Format::markdown, "| a | b |\n|---|---|\n"},
                                         {Format::json, ""}}) {
    std::ostringstream out;
    { TableWriter rows(out, {.format = format}, {{"a"}, {"b"}}); }
    CHECK(out.str() == expected);
  }
}

TEST_CASE("table: a row with too few or too many cells is an error of the program") {
  for (const std::size_t cells : {1u, 3u}) {
    for (const Format format : {Format::text, Format::json, Format::csv}) {
      std::ostringstream out;
      TableWriter rows(out, {.format = format, .columns = {"b"}}, {{"a"}, {"b"}});
      CHECK_THROWS_AS(rows.add(std::vector<Cell>(cells, Cell(1))), std::logic_error);
    }
  }
}

}  // namespace table_test
