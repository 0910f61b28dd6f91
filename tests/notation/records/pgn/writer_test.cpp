#include "core/base/random.h"
#include "notation/analysis/annotation.h"
#include "notation/game_types.h"
#include "notation/records/conversion/movers.h"
#include "notation/records/forms/foreign_record.h"
#include "notation/records/forms/json_record.h"
#include "notation/records/pgn/turn_data.h"
#include "tests/catch.h"
#include "tests/data.h"
#include "tests/notation/records.h"

namespace writer_test {

/// Reads a text and writes its valid games.
std::string rewrite(std::string_view text) {
  std::string out;
  for (const CheckedRecord& record : read_all(text)) {
    CHECK(findings_of(record.check).find("illegal") == std::string::npos);
    if (record.check.valid()) write_record(record.record, out);
  }
  return out;
}

/// The movetext of a game after it is read and written.
std::string rewrite_movetext(const std::string& movetext) {
  const std::string text = rewrite(tags_for("*") + "\n" + movetext + "\n");
  return text.substr(text.find("\n\n") + 2);
}

TEST_CASE("writer: tags are in canonical order with ? for missing values") {
  const std::string text =
      "[Note \"n\"]\n[Termination \"adjudication\"]\n[Black \"b \\\"x\\\" \\\\\"]\n[Game "
      "\"creeper\"]\n[Position \"1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/6 b\"]\n[Event "
      "\"?\"]\n[Variant \"standard\"]\n\n1... a6-b6 1-0\n";
  CHECK(rewrite(text) ==
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black "
        "\"b \\\"x\\\" \\\\\"]\n[Result \"1-0\"]\n[Game \"creeper\"]\n[Variant "
        "\"standard\"]\n[Position \"1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/6 "
        "b\"]\n[Termination \"adjudication\"]\n[Note \"n\"]\n\n1... A6-B6 1-0\n\n");
}

TEST_CASE("writer: movetext is canonical") {
  const struct {
    const char* read;
    const char* written;
  } rows[] = {
      {"a2 + b3 A6-B6 B3-B4 *", "1. A2+B3 A6-B6 2. B3-B4 *\n\n"},
      {"1.A2+B3!A6-B6?! 2.B3-B4 !! ?? *", "1. A2+B3 $1 A6-B6 $6 2. B3-B4 $3 $4 *\n\n"},
      {"A2+B3 {  a\n b } A6-B6 *", "1. A2+B3 {a b} 1... A6-B6 *\n\n"},
      {"A2+B3 ;a b\nA6-B6 *", "1. A2+B3 {a b} 1... A6-B6 *\n\n"},
      {"A2+B3 ;a } b\nA6-B6 *", "1. A2+B3\n; a } b\n1... A6-B6 *\n\n"},
      {"A2+B3 {} *", "1. A2+B3 {} *\n\n"},
      {"A2+B3 \u00b1 A6-B6 +- B3-B4 -+ *", "1. A2+B3 $16 A6-B6 $18 2. B3-B4 $19 *\n\n"},
      {"A2+B3\u00b1A6-B6\u221e 2.B3-B4 +\u2212 *", "1. A2+B3 $16 A6-B6 $13 2. B3-B4 $18 *\n\n"},
      {"A2+B3 (A2-B2 \u2213 A6-B6 =/+) *", "1. A2+B3 (1. A2-B2 $17 A6-B6 $15) *\n\n"},
      {"A2+B3 ( 1. A2-B2 ( x {c d} ! ) y ) A6-B6 *",
       "1. A2+B3 (1. A2-B2 (x {c d} $1) y) 1... A6-B6 *\n\n"},
      {"A2+B3 ()(()) *", "1. A2+B3 *\n\n"},
      {"% escaped\nA2+B3\n% again\n* {behind}\n; more", "1. A2+B3 * {behind} {more}\n\n"},
  };
  for (const auto& row : rows) {
    INFO(row.read);
    CHECK(rewrite_movetext(row.read) == row.written);
  }
}

TEST_CASE("writer: no line ends within a command of a comment") {
  const std::string clock = "[%clk 0:09:57]";
  for (int before = 0; before < 90; ++before) {
    const std::string comment = std::string(static_cast<std::size_t>(before) / 2, 'x') + " " +
                                std::string(static_cast<std::size_t>(before + 1) / 2, 'y');
    const std::string text = rewrite_movetext("A2+B3 {" + comment + " [%eval 0.3]" + clock +
                                              " [%clk\n0:01:00\r\n] z} A6-B6 *");
    CAPTURE(text);
    CHECK(text.find("[%eval 0.3]" + clock) != text.npos);
    CHECK(text.find("[%clk 0:01:00 ]") != text.npos);
    CHECK(rewrite_movetext(text) == text);
  }
  // What is no command is broken as any text.
  const std::string open = "{[%clk 0:09:57 " + std::string(70, 'x') + " [%y z}";
  CHECK_THAT(rewrite_movetext("A2+B3 " + open + " *"), contains_text("0:09:57\nxxx"));
}

TEST_CASE("writer: lines have fewer than 80 columns unless a word is longer") {
  std::string comment(200, 'y');
  for (int i = 0; i < 60; ++i) comment += " \xc3\xa4" + std::string(std::size_t(i % 9), 'z');
  const std::string text = rewrite_movetext("1. A2+B3 {" + comment + "} *");
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto characters =
        std::count_if(line.begin(), line.end(), [](char c) { return (c & '\xc0') != '\x80'; });
    CHECK((characters < 80 || line.find(' ') == std::string::npos));
  }
}

TEST_CASE("writer: control characters are dropped and quotes and backslashes are escaped") {
  Record record;
  record.tags = {{"White", "a\nb\t\"c\\\x7f"}, {"Game", "creeper"}};
  record.movetext = {{Element::Kind::comment, "x\x01y"}};
  record.result = "*";
  const std::string text = write_record(record);
  CHECK_THAT(text, contains_text("[White \"a b \\\"c\\\\\"]\n"));
  CHECK_THAT(text, contains_text("{xy} *\n"));
}

TEST_CASE("writer: written records round-trip") {
  Rng rng(5);
  const char* pieces[] = {"{a b}",    "{}",   "(1. x (y) {z})", "(%w %v)", "$7",      "!",   "?!",
                          ";a } b\n", ";c\n", "\n\n",           "{ %p\n}", "(;q}\n)", "{[A}"};
  for (int round = 0; round < 300; ++round) {
    const auto game = find_game("creeper")->start({});
    std::string text = tags_for("*") + "\n";
    for (int turn = 0; turn < 25; ++turn) {
      const std::string next = game->random_turn(rng);
      REQUIRE_FALSE(game->play(next));
      text += next + " ";
      if (rng.below(2)) text += std::string(pieces[rng.below(std::size(pieces))]) + " ";
    }
    text += "*\n";
    INFO(text);
    const std::string once = rewrite(text);
    REQUIRE_FALSE(once.empty());
    CHECK(rewrite(once) == once);

    // The JSON form round-trips too.
    const auto records = read_all(once);
    std::string json;
    for (const auto& record : records) json += write_json_record(record.record) + "\n";
    TextSource source(json);
    std::string back;
    read_json_records(
        source,
        [] {
          ReadOptions o;
          o.keep = Keep::records;
          return o;
        }(),
        [&](CheckedRecord& record) {
          CHECK(record.check.valid());
          write_record(record.record, back);
          return true;
        });
    CHECK(back == once);
  }
}

TEST_CASE("writer: control characters take no space and leave no gaps") {
  const char* const letters[] = {"\x01", "\x7f", "\t",   "\n", " ",
                                 "%",    "a",    "word", "}",  "\xc3\x9c"};
  Rng rng(8);
  for (int round = 0; round < 3000; ++round) {
    Record record;
    record.tags = {{"Game", "creeper"}};
    record.result = "*";
    const bool in_line = rng.below(4) == 0;
    std::string comment;
    for (std::uint64_t left = rng.below(120); left > 0; --left) {
      const std::string_view letter = letters[rng.below(std::size(letters))];
      if (letter != "}" && (!in_line || letter != "\n")) comment += letter;
    }
    if (in_line) comment += "}";
    record.movetext = {{Element::Kind::turn, "A2+B3"}, {Element::Kind::comment, comment}};
    record.trailing_comments = {comment};
    const std::string once = write_record(record);
    CAPTURE(comment, once);
    const std::string twice = rewrite(once);
    CHECK(twice == once);
    CHECK(once.find_first_of("\x01\x7f\t") == once.npos);
    CHECK(once.find("\n\n\n") == once.npos);
  }
}

TEST_CASE("json records: an invalid line is reported with its number") {
  const char* lines[] = {"{}",
                         "7",
                         "{\"tags\":[],\"movetext\":[1],\"result\":\"*\"}",
                         "{\"tags\":[[\"A\"]],\"movetext\":[],\"result\":\"*\"}",
                         "{\"tags\":[],\"movetext\":[{\"x\":\"y\"}],\"result\":\"*\"}",
                         "{\"tags\":[],\"movetext\":[\"* 1. A2-A3\"],\"result\":\"*\"}"};
  std::string text;
  for (const char* line : lines) text += std::string(line) + "\n\n";
  TextSource source(text);
  std::size_t line = 1, count = 0;
  read_json_records(source, {}, [&](CheckedRecord& record) {
    CHECK_FALSE(record.check.valid());
    CHECK(record.check.line == line);
    CHECK(record.check.index == ++count);
    line += 2;
    return true;
  });
  CHECK(count == std::size(lines));
}

TEST_CASE("softserve records: lines of actions are read") {
  const GameType& creeper = *find_game("creeper");
  TextSource source("a6b5 a2b2\n\n  a6b5 a6b5\na6b5 zz\n");
  ReadOptions options;
  options.keep = Keep::records;
  std::vector<CheckedRecord> records;
  read_foreign_records(source, creeper, options, [&](CheckedRecord& record) {
    records.push_back(record);
    return true;
  });
  REQUIRE(records.size() == 3);
  CHECK(records[0].check.valid());
  CHECK(records[0].record.turns() == std::vector<std::string_view>{"A2+B3", "A6-B6"});
  CHECK(write_foreign_record(records[0].record, creeper) == "a6b5 a2b2");
  CHECK(findings_of(records[1].check) == "illegal@3:8");
  CHECK(findings_of(records[2].check) == "syntax@4:6");
  Record other = records[0].record;
  other.set_tag("Position", "7/B6/7/7/7/7/3W3 6/6/6/6/6/6 w");
  CHECK_FALSE(write_foreign_record(other, creeper));
}

}  // namespace writer_test

namespace turn_data_test {

const std::optional<double> none;

/// `0.35`, `-0.20`, `+M3` as hundredths, or a kind and turns; empty without a score.
std::string score_of(const std::string& value) {
  const auto score = score_for_white("[%eval " + value + "]");
  if (!score) return "";
  const std::string number = std::to_string(score->amount);
  return score->kind == Score::Kind::value
             ? number
             : (score->kind == Score::Kind::win ? "+M" : "-M") + number;
}

TEST_CASE("turn data: times of commands are read in every form, also across lines") {
  for (const char* text : {"[%clk 0:09:57]", "[%clk 9:57]", "[%clk 597]", "[%clk 597.0]",
                           "[%clk\n0:09:57]", "a word [%clk \r\n 0:09:57\n] and more",
                           "[%eval 0.3] [%clk 0:09:57] [%clk 0:00:01]", "x[%clk 00:09:57]"}) {
    CAPTURE(text);
    CHECK(time_left(text) == 597);
    CHECK(time_taken(text) == none);
  }
  CHECK(time_left("[%clk 45]") == 45);
  CHECK(time_taken("[%emt 5]") == 5);
  CHECK(time_taken("[%emt 0.01]") == 0.01);
  CHECK(time_taken("[%emt 0,01]") == 0.01);
  CHECK(time_taken("[%emt 1:02:03,5]") == 3723.5);
  CHECK(time_taken("+0.34/6 0.120s") == 0.12);
  CHECK(time_left("+0.34/6 0.120s, left 53.200s") == 53.2);
}

TEST_CASE("turn data: what is no time is not read as one") {
  for (const char* value :
       {"", " ", "x", "0:60:00", "0:00:60", "1:2:3:4", "-0:00:03", ":", "1:", ":5", "0.5:10", "1e3",
        "inf", "nan", "0x10", "5s", "1 2", "1.2.3", "99999999999"}) {
    CAPTURE(value);
    CHECK(time_left("[%clk " + std::string(value) + "]") == none);
  }
  for (const char* text : {"[%clk 0:09:57", "[%clk0:09:57]", "[% clk 5]", "[clk 5]", "%clk 5",
                           "[%clkx 5]", "[%clk [%emt 5]", "clk 5]"}) {
    CAPTURE(text);
    CHECK(time_left(text) == none);
  }
}

TEST_CASE("turn data: evaluations are read from White's side") {
  const struct {
    const char *value, *score;
  } rows[] = {{"0.35", "35"},    {"+0.35", "35"},   {"-0.20", "-20"},  {"\u22120.20", "-20"},
              {"0,35", "35"},    {"0.35,12", "35"}, {"0,35,12", "35"}, {"0.35/12", "35"},
              {"12", "1200"},    {"0", "0"},        {"#3", "+M3"},     {"#-3", "-M3"},
              {"-#3", "-M3"},    {"#+3", "+M3"},    {"M3", "+M3"},     {"-M3", "-M3"},
              {"#-3,20", "-M3"}, {"1.234", "123"},  {"#0", ""},        {"", ""},
              {"#", ""},         {"##3", ""},       {"0.3.5", ""},     {"1e3", ""},
              {"good", ""},      {"#99999999", ""}, {"--1", ""},       {"123456789", ""}};
  for (const auto& row : rows) {
    CAPTURE(row.value);
    CHECK(score_of(row.value) == row.score);
  }
}

TEST_CASE("turn data: a score of a record is seen from the side that played the turn") {
  const auto records = read_all(tags_for("*") +
                                "\n1. A2+B3 {[%eval 0.34] [%clk 0:03:00]} A6-B6 {[%eval -0.20]} 2. "
                                "B3-B4 {[%eval #-3]} B6-B5 {+0.10/1 0.1s [%eval 5]} *\n");
  REQUIRE(records.size() == 1);
  const auto scores = scores_of(records[0].record, alternating(Side::white, 4));
  REQUIRE(scores.size() == 4);
  CHECK(scores[0].value().amount == 34);
  CHECK(scores[1].value().amount == 20);
  CHECK(scores[2].value().kind == Score::Kind::loss);
  CHECK(scores[2].value().amount == 3);
  CHECK(scores[3].value().amount == 10);
}

}  // namespace turn_data_test
