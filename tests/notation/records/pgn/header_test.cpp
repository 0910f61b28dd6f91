#include "notation/records/pgn/reader.h"
#include "tests/catch.h"
#include "tests/notation/records.h"

namespace header_test {

// Each sentence of the rule on the places of tag pairs, as rows of text.

const std::string rest_of_header =
    "[Site \"s\"]\n[Date \"2026.01.02\"]\n[Round \"1\"]\n[White \"w\"]\n[Black \"b\"]\n[Result "
    "\"*\"]\n"
    "[Game \"creeper\"]\n";
const std::string header = "[Event \"e\"]\n" + rest_of_header;
const std::string good = header + "\n1. A2+B3 *\n\n";

struct Row {
  const char* what;
  std::string text;
  /// For each game its findings without places, and `turns/Event`.
  std::string found;
};

std::string account(const std::string& text) {
  ReadOptions options;
  options.check.game = "creeper";
  std::string found;
  for (const CheckedRecord& record : read_all(text, options)) {
    if (!found.empty()) found += "; ";
    for (const auto* list : {&record.check.warnings, &record.check.errors}) {
      for (const Finding& finding : *list) {
        if (finding.code != Code::missing_tag) found += std::string(code_name(finding.code)) + " ";
      }
    }
    found += std::to_string(record.check.turns) + "/" + std::string(record.record.tag("Event"));
  }
  return found;
}

std::vector<Row> rows() {
  return {
      {"as records are written", good, "1/e"},
      {"blanks between all parts", "[ Event  \"e\" ]\n[Site\t\"s\"]\n\n1. A2+B3 *\n", "1/e"},
      {"line ends between parts", "[\nEvent\n\"e\"\n]\n1. A2+B3 *\n", "1/e"},
      {"blanks before the bracket", " \t[Event \"e\"]\n  [Site \"s\"]\n1. A2+B3 *\n", "1/e"},
      {"several on a line", "[Event \"e\"][Site \"s\"] [Round \"1\"]\n1. A2+B3 *\n", "1/e"},
      {"movetext on the same line", "[Event \"e\"] 1. A2+B3 *\n", "1/e"},
      {"no empty line before the movetext", header + "1. A2+B3 *\n", "1/e"},
      {"empty lines between pairs",
       "[Event \"e\"]\n\n[Site \"s\"]\n \t\n[Round \"1\"]\n\n1. A2+B3 *\n", "1/e"},
      {"comments between pairs",
       "[Event \"e\"]\n{a}\n[Site \"s\"]\n; b\n[Round \"1\"] {c\n\nd}\n*\n", "0/e"},
      {"escape lines between pairs", "[Event \"e\"]\n% x\n\n% y\n[Site \"s\"]\n*\n", "0/e"},
      {"a comment before the first", "{a}\n[Event \"e\"]\n*\n", "0/e"},
      {"a comment and an empty line before the first", "{a}\n\n" + good, "1/e"},
      {"a line comment before the first", "; a\n[Event \"e\"]\n*\n", "0/e"},
      {"an escape line before the first", "% a\n\n[Event \"e\"]\n*\n", "0/e"},
      {"comments between pairs and empty lines", "[Event \"e\"]\n\n{a}\n\n[Site \"s\"]\n\n*\n",
       "0/e"},

      {"pairs after a result", header + "*\n" + good, "0/e; 1/e"},
      {"pairs on the line of a result", header + "1. A2+B3 * " + good, "1/e; 1/e"},
      {"pairs after movetext", header + "\n1. A2+B3\n" + good, "missing-result 1/e; 1/e"},
      {"pairs on a line with movetext", header + "\n1. A2+B3 " + good, "missing-result 1/e; 1/e"},
      {"pairs after a number", header + "\n1.\n" + good, "missing-result 0/e; 1/e"},
      {"pairs after a comment in the movetext", header + "\n1. A2+B3 {a}\n" + good,
       "missing-result 1/e; 1/e"},
      {"indented pairs after movetext", header + "\n1. A2+B3\n  " + good,
       "missing-result 1/e; 1/e"},
      {"the game before is checked to its end", header + "\n1. A2+B3 A2+B3\n" + good,
       "illegal 1/e; 1/e"},
      {"pairs after an open variation", header + "\n1. A2+B3 (x\n" + good, "unterminated 1/e; 1/e"},
      {"pairs in a comment are not pairs", header + "\n1. A2+B3 {\n" + header + "} *\n", "1/e"},
      {"nor in a line comment", header + "\n1. A2+B3 ;[Event \"x\"]\n*\n", "1/e"},
      {"nor in an escape line", header + "\n1. A2+B3\n%[Event \"x\"]\n*\n", "1/e"},

      {"a roster tag again, after an empty line", "[Event \"a\"]\n\n" + good,
       "missing-result 0/a; 1/e"},
      {"indented", "[Event \"a\"]\n\n " + good, "missing-result 0/a; 1/e"},
      {"in another case", "[Event \"a\"]\n\n[event \"b\"]\n*\n",
       "missing-result 0/a; spelling 0/b"},
      {"after a comment", "[Event \"a\"]\n{x}\n\n{y}\n" + good, "missing-result 0/a; 1/e"},
      {"again, without an empty line", "[Event \"a\"]\n" + good, "bad-tag 0/a"},
      {"an empty line in a comment does not count", "[Event \"a\"]\n{\n\n}\n" + good,
       "bad-tag 0/a"},
      {"another tag again, after an empty line", header + "\n[Game \"creeper\"]\n*\n",
       "bad-tag 0/e"},
      {"Termination may appear twice", header + "[Termination \"a\"]\n\n[Termination \"b\"]\n*\n",
       "0/e"},

      {"a game begins in an open comment", header + "\n1. A2+B3 {x\n\n" + good,
       "unterminated 1/e; 1/e"},
      {"and in one between pairs", "[Event \"a\"]\n{x\n\n" + good, "unterminated 0/a; 1/e"},
      {"and in an open variation", header + "\n1. A2+B3 ((x\n\n" + good, "unterminated 1/e; 1/e"},
      {"and in an open string", "[Event \"a\n\n" + good, "unterminated 0/; 1/e"},
      {"not without an empty line", header + "\n1. A2+B3 {x\n" + header + "\n1. A2+B3 *\n",
       "unterminated 1/e"},
      {"after movetext, pair or not", header + "\n1. A2+B3\n\n[Event e]\n*\n",
       "missing-result 1/e; bad-tag 0/"},

      {"not a pair", "[\"x\"]\n" + good, "bad-tag 0/e"},
      {"not a pair in the middle",
       "[Event \"e\"]\n[\"x\"]\n" + rest_of_header + "\n1. A2+B3 *\n\n" + good, "bad-tag 0/e; 1/e"},
      {"a line that is no pair",
       "[Event \"e\"]\nWhite: Anna\n" + rest_of_header + "\n1. A2+B3 *\n\n" + good,
       "bad-tag 0/e; 1/e"},
      {"two of them, and an empty line",
       "[Event \"e\"]\nWhite: Anna\n\nBlack: Ben\n" + rest_of_header + "\n1. A2+B3 *\n\n" + good,
       "bad-tag 0/e; 1/e"},
      {"a title directly above", "Club championship of 2026, round 3\n" + good, "1/e"},
      {"a title above an empty line", "Club championship\n\n" + good, "1/e"},
      {"a line like a tag directly above", "White: Anna\n" + good, "bad-tag 0/e"},
      {"a rule between games", good + "-----\n" + good + "\n=====\n\n" + good, "1/e; 1/e; 1/e"},
      {"titles between games", good + "Game 2\n\n" + good + "# next\n<hr>\n" + good,
       "1/e; 1/e; 1/e"},
      {"text at the end", good + "***\nThe end.\n", "1/e"},
      {"Ctrl-Z and zeros at the end", good + std::string("\x1a\0\0", 3), "1/e"},
      {"Ctrl-Z between files", good + "\x1a" + good + "\x1a\n", "1/e; 1/e"},
      {"Ctrl-Z right after a result", header + "\n1. A2+B3 *\x1a", "1/e"},
      {"symbols of PGN in names", "[Foo-Bar_+#=:x \"1\"]\n[2Tag \"1\"]\n" + good, "1/e"},
      {"a digit at the front of the first name", "[2Tag \"1\"]\n" + good, "1/e"},
      {"letters of other languages in names", "[\u00dcbung \"4\"]\n" + good, "spelling 1/e"},
      {"a colon behind a name", "[White: \"Anna\"]\n[Event \"e\"]\n*\n", "bad-tag 0/e"},
      {"movetext without a number between pairs", header + "\nA2+B3 A6-B6\n" + good,
       "missing-result 2/e; 1/e"},
      {"a result in words before pairs", header + "\n1. A2+B3 Remis\n" + good,
       "spelling result-tag 1/e; 1/e"},
      {"no quote", "[Event e]\n" + rest_of_header + "\n*\n\n" + good, "bad-tag 0/; 1/e"},
      {"no closing bracket", "[Event \"e\"\n" + rest_of_header + "\n*\n\n" + good,
       "bad-tag 0/; 1/e"},
      {"an empty bracket", "[]\n" + rest_of_header + "\n*\n\n" + good, "bad-tag 0/; 1/e"},
      {"a broken pair, then its tag again", "[Event \"e\"\n\n" + good, "bad-tag 0/; 1/e"},

      {"a value on another line, never closed", "[Event\n\"e\n\n" + good, "unterminated 0/; 1/e"},

      {"movetext without tags", "1. A2+B3 *\n1. A2-B2 *\n", "1/; 1/"},
      {"movetext without tags before tags", "1. A2+B3 *\n" + good, "1/; 1/e"},
  };
}

TEST_CASE("headers: places of tag pairs and beginnings of games") {
  for (const Row& row : rows()) {
    INFO(row.what << "\n" << row.text);
    CHECK(account(row.text) == row.found);
  }
}

TEST_CASE("headers: the result is the same after and before another game") {
  for (const Row& row : rows()) {
    INFO(row.what << "\n" << row.text);
    CHECK(account(good + row.text) == "1/e; " + row.found);
    if (row.text.ends_with("\n\n")) CHECK(account(row.text + good) == row.found + "; 1/e");
  }
}

TEST_CASE("headers: valid records are written canonically whatever is between their pairs") {
  for (const Row& row : rows()) {
    ReadOptions options;
    options.check.game = "creeper";
    for (const CheckedRecord& record : read_all(row.text, options)) {
      if (!record.check.valid()) continue;
      INFO(row.what << "\n" << row.text);
      const std::string written = write_record(record.record);
      const auto again = read_all(written, options);
      REQUIRE(again.size() == 1);
      CHECK(write_record(again[0].record) == written);
      CHECK(again[0].record.turns() == record.record.turns());
    }
  }
}

TEST_CASE("headers: comments alone are no game") {
  CHECK(account("{a}\n; b\n% c\n").empty());
  CHECK(account(good + "{a}\n\n; b\n") == "1/e");
}

TEST_CASE("headers: comments between tag pairs precede the movetext") {
  const auto records = read_all("{a}\n[Event \"e\"]\n;b\n[Game \"creeper\"]\n{c} 1. A2+B3 *\n");
  REQUIRE(records.size() == 1);
  REQUIRE(records[0].check.valid());
  CHECK_THAT(write_record(records[0].record), contains_text("\n{a} {b} {c} 1. A2+B3 *\n"));
}

TEST_CASE("headers: a square in brackets is not a tag pair") {
  ReadOptions sperre;
  sperre.check.game = "sperre";
  sperre.check.variant = "move-first";
  sperre.check.roll = "147";
  for (const std::string front :
       {"", "[Event \"e\"]\n", "[Event \"e\"]\n\n", "[Event \"e\"] {x} "}) {
    INFO(front);
    const auto records = read_all(front + "[1,2]-[2,3]/IV8 *\n", sperre);
    REQUIRE(records.size() == 1);
    CHECK(records[0].check.turns == 1);
    CHECK(records[0].check.valid());
  }
}

TEST_CASE("headers: files are split at the beginnings of games for every kind of end") {
  // The texts are larger than the read buffer, so that each kind of end is tested.
  const std::map<const char*, std::string> ends = {
      {"a result", "1. A2+B3 *\n\n"},
      {"a comment", "1. A2+B3 * {x}\n\n"},
      {"a line comment", "1. A2+B3 * ;x\n\n"},
      {"no empty line", "1. A2+B3 *\n"},
      {"no result", "1. A2+B3\n"},
      {"an open comment", "1. A2+B3 {x\n\n"},
      {"a comment of two lines", "1. A2+B3 * {x\ny}\n\n"},
  };
  for (const auto& [what, end] : ends) {
    INFO(what);
    std::string text;
    constexpr std::size_t games = 12'000;
    for (std::size_t i = 0; i < games; ++i)
      text += "[Event \"e\"]\n[Game \"creeper\"]\n\n[Site \"s\"]\n\n" + end;
    for (const unsigned threads : {1u, 2u}) {
      ReadOptions options;
      options.threads = threads;
      options.max_game_bytes = 1000;
      const auto records = read_all(text, options);
      CHECK(records.size() == games);
      CHECK(std::all_of(records.begin(), records.end(), [](const CheckedRecord& record) {
        return record.check.turns == 1 && record.record.tags.size() == 3;
      }));
    }
  }
}

}  // namespace header_test
