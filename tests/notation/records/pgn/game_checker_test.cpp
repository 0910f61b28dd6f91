#include "notation/records/pgn/game_checker.h"

#include "notation/records/pgn/movetext.h"
#include "notation/records/pgn/repair.h"
#include "notation/records/pgn/segment.h"
#include "notation/records/pgn/tags.h"
#include "tests/catch.h"
#include "tests/data.h"
#include "tests/notation/records.h"

namespace game_checker_test {

const std::string good = tags_for("*") + "\n1. A2+B3 A6-B6 *\n\n";

struct Checked {
  std::vector<CheckedRecord> records;
  std::size_t last_line = 0;
};

Checked check(std::string text, Extent extent = Extent::end, const ReadOptions& options = {},
              std::size_t line = 1) {
  const std::size_t size = text.size();
  text.append(text_padding, '\0');
  Checked checked;
  checked.last_line =
      check_games({text.data(), size}, line, extent, options,
                  [&](CheckedRecord&& record) { checked.records.push_back(std::move(record)); });
  return checked;
}

TEST_CASE("game checker: games are checked in order with their lines") {
  const Checked checked = check("\n" + good + tags_for("*") + "\n1. A2-A3 *\n" + good);
  REQUIRE(checked.records.size() == 3);
  CHECK(checked.records[0].check.valid());
  CHECK(checked.records[0].check.line == 2);
  CHECK(findings_of(checked.records[1].check) == "illegal@22:4");
  CHECK(checked.records[1].check.line == 13);
  CHECK(checked.records[2].check.line == 23);
  CHECK(checked.records[2].check.turns == 2);
  CHECK(checked.last_line == 34);
}

TEST_CASE("game checker: lines are counted from the line of the text") {
  const Checked checked = check(good + "*", Extent::end, {}, 100);
  REQUIRE(checked.records.size() == 2);
  CHECK(checked.records[0].check.line == 100);
  CHECK(checked.records[1].check.line == 111);
  CHECK(checked.last_line == 111);
  CHECK(check("", Extent::end, {}, 7).last_line == 7);
}

TEST_CASE("game checker: an unclosed comment ends at the end of the file or at the next game") {
  const std::string open = tags_for("*") + "\n1. A2+B3 {open\n\n";
  const auto message = [](const Checked& checked, std::size_t at) {
    return checked.records.at(at).check.errors.at(0).message;
  };
  const std::string never = "the comment that begins here is never closed by a }";
  CHECK(message(check(open, Extent::end), 0) == never);
  CHECK_THAT(message(check(open, Extent::front), 0),
             contains_text(never + "; the game ends where"));
  const Checked both = check(open + good);
  REQUIRE(both.records.size() == 2);
  CHECK_THAT(message(both, 0), contains_text(never + "; the game ends where"));
  CHECK(both.records[1].check.valid());
}

TEST_CASE("game checker: a single segment is never split") {
  const std::string text = tags_for("*") + "\n1. A2+B3 {\n\n[Event \"x\"]\n} *\n";
  CHECK(check(text).records.size() == 2);
  const Checked whole = check(text, Extent::segment);
  REQUIRE(whole.records.size() == 1);
  CHECK(whole.records[0].check.valid());
}

TEST_CASE("game checker: records keep the requested parts") {
  ReadOptions options;
  options.keep = Keep::records;
  options.keep_text = true;
  const std::string text = good + good;
  const Checked checked = check(text, Extent::end, options);
  REQUIRE(checked.records.size() == 2);
  CHECK(checked.records[1].text == good.substr(0, good.size() - 2));
  CHECK(checked.records[1].record.turns() == std::vector<std::string_view>{"A2+B3", "A6-B6"});
  CHECK(check(text).records[1].record.turns().empty());
  options.keep = Keep::headers;
  const Checked headers = check(text, Extent::end, options);
  CHECK(headers.records[0].record.tag("White") == "w");
  CHECK(headers.records[0].record.turns().empty());
  CHECK(headers.records[0].hash.has_value());
}

TEST_CASE("game checker: a game above the size limit has one finding and no text") {
  ReadOptions options;
  options.max_game_bytes = 50;
  options.keep_text = true;
  const Checked checked = check(good, Extent::end, options);
  REQUIRE(checked.records.size() == 1);
  CHECK(findings_of(checked.records[0].check) == "too-large@1:1");
  CHECK(checked.records[0].check.errors[0].message == too_large_message(50));
  CHECK(checked.records[0].text.empty());
}

TEST_CASE("game checker: in strict mode warnings become errors and come first") {
  const std::string text = "[Game \"creeper\"]\n\n1. A2+B3 Zz *\n";
  ReadOptions options;
  CHECK(check(text).records.at(0).check.warnings.size() == 1);
  options.check.strict = true;
  const GameCheck strict = check(text, Extent::end, options).records.at(0).check;
  CHECK(strict.warnings.empty());
  REQUIRE(strict.errors.size() == 2);
  CHECK(strict.errors[0].code == Code::missing_tag);
  CHECK(strict.errors[1].code == Code::syntax);
}

TEST_CASE("game checker: an overriding game replaces the tag") {
  ReadOptions options;
  options.check.game = "sperre";
  options.keep = Keep::records;
  CHECK(check(good, Extent::end, options).records.at(0).check.game == "creeper");
  options.check.overrides_game = true;
  const Checked checked = check(good, Extent::end, options);
  CHECK(checked.records.at(0).check.game == "sperre");
  CHECK(checked.records.at(0).record.tag("Game") == "sperre");
}

const std::string mark = "\xef\xbb\xbf";

std::size_t skipped(const std::string& text, std::size_t from = 0) {
  const char* const begin = text.data();
  return std::size_t(skip_between_games(begin, begin + from, begin + text.size()) - begin);
}

std::size_t next_segment(const std::string& text) {
  const char* const begin = text.data();
  return std::size_t(find_next_segment(begin, begin, begin + text.size()) - begin);
}

/// The texts of the games of a walk, without the text between them.
std::vector<std::string> games(std::string_view text, GameWalk walk) {
  std::vector<std::string> found;
  while (walk.find_game()) {
    const char* const begin = walk.position();
    MovetextReader reader(walk.span(), nullptr);
    TagSection().read(reader, nullptr);
    reader.skip_game();
    walk.leave_game(reader);
    std::string game(begin, walk.position());
    game.erase(game.find_last_not_of(" \n") + 1);
    found.push_back(std::move(game));
  }
  CHECK(walk.position() == text.data() + text.size());
  return found;
}

using Games = std::vector<std::string>;

TEST_CASE("segment: space and escape lines and byte order marks and empty quotes separate games") {
  CHECK(skipped("") == 0);
  CHECK(skipped(" \t\r\n\n[A") == 5);
  CHECK(skipped("% escaped [A \"b\"]\n[A") == 18);
  CHECK(skipped("% without an end") == 16);
  CHECK(skipped(mark + "% escaped\n*") == 13);
  CHECK(skipped("> \n>> \n> [A") == 7);
  CHECK(skipped("*% no escape line", 1) == 1);
  CHECK(skipped("{comment}") == 0);
}

TEST_CASE("segment: the next segment begins at a tag after an empty line") {
  CHECK(next_segment("") == 0);
  CHECK(next_segment("[A \"b\"]\n\n1. A2+B3 *\n") == 20);
  CHECK(next_segment("[A \"b\"]\n[C \"d\"]\n") == 16);
  CHECK(next_segment("1. A2+B3 *\n\n[A \"b\"]") == 12);
  CHECK(next_segment("1. A2+B3 *\n \t\r\n[A \"b\"]") == 15);
  CHECK(next_segment("1. A2+B3 {open\n\n[A") == 16);
  CHECK(next_segment("1. A2+B3 *\n[A \"b\"]") == 18);
  CHECK(next_segment("1. 46-47\n\n[4,6]") == 15);
  CHECK(next_segment("1. A2+B3 *" + mark + "[A \"b\"]") == 13);
}

TEST_CASE("segment: in quoted mail a segment begins at the quotation mark of its line") {
  CHECK(next_segment("> 1. A2+B3 *\n>\n> [A \"b\"]") == 15);
  CHECK(next_segment("> 1. A2+B3 *\n> [A \"b\"]") == 22);
  CHECK(next_segment("1. A2+B3 *\n\n> [A \"b\"]") == 21);
}

TEST_CASE("segment: the last certain beginning follows movetext") {
  const std::string game = "[A \"b\"]\n\n1. A2+B3 *\n\n";
  CHECK(find_last_beginning("") == 0);
  CHECK(find_last_beginning(game) == 0);
  CHECK(find_last_beginning(game + game) == game.size());
  CHECK(find_last_beginning(game + game + game) == 2 * game.size());
  // The header contains an empty line. The pair after it may belong to the same game.
  CHECK(find_last_beginning(game + "[A \"b\"]\n\n[C \"d\"]\n") == game.size());
  CHECK(find_last_beginning("[A \"b\"]\n\n[C \"d\"]\n") == 0);
  CHECK(find_last_beginning(game + "[") == 0);
}

TEST_CASE("segment: without empty lines the last beginning is a tag pair outside comments") {
  const std::string game = "[A \"b\"]\n1. A2+B3 *\n";
  CHECK(find_last_beginning(game + game) == game.size());
  CHECK(find_last_beginning(game + "[C]\n") == 0);
  CHECK(find_last_beginning("[A \"b\"]\n1. A2+B3 {x\n[C \"d\"]\n} *\n") == 0);
  CHECK(find_last_beginning("[A \"b\"]\n1. A2+B3 {x\n} *\n[C \"d\"]\n") == 24);
}

TEST_CASE("segment: complete games end with the last result and its comments") {
  CHECK(complete_games_length("") == 0);
  CHECK(complete_games_length("1. A2+B3 A6-B6 ") == 0);
  CHECK(complete_games_length("1. A2+B3 *\n1. A2+B3") == 11);
  CHECK(complete_games_length("1. A2+B3 *\n{trailer}\n1. A2+B3 *\n1.") == 32);
}

TEST_CASE("segment: a walk visits each game once") {
  const std::string text =
      "% front\n[A \"b\"]\n\n1. A2+B3 *\n\n1. A2+B3 A6-B6 * {end}\n\n[C \"d\"]\n*\n";
  CHECK(games(text, GameWalk(text)) ==
        Games{"[A \"b\"]\n\n1. A2+B3 *", "1. A2+B3 A6-B6 * {end}", "[C \"d\"]\n*"});
  CHECK(games("", GameWalk("")).empty());
}

TEST_CASE("segment: a walk of a single segment is not split") {
  const std::string text = "1. A2+B3 {\n\n[A \"b\"]\n\n} *\n";
  CHECK(games(text, GameWalk(text)) == Games{"1. A2+B3 {", "[A \"b\"]\n\n} *"});
  CHECK(games(text, GameWalk::one_segment(text)) == Games{"1. A2+B3 {\n\n[A \"b\"]\n\n} *"});
}

}  // namespace game_checker_test

namespace repair_test {

const std::string start_of_end = "[Position \"7/B6/7/7/7/7/4W2 4w1/4w1/4w1/4w1/4w1/1www2 w\"]\n";

struct Repaired {
  std::string findings;
  std::string text;     ///< the repaired record if it is valid
  std::string repairs;  ///< one per line, after its line number
};

Repaired repaired(const std::string& text, std::size_t index = 0, bool by_rules = false) {
  ReadOptions options;
  options.keep_text = true;
  auto records = read_all(text, options);
  REQUIRE(records.size() > index);
  CheckedRecord& record = records[index];
  Repaired result;
  for (const Repair& repair : repair(record, options, by_rules)) {
    result.repairs += std::to_string(repair.line) + ": " + repair.what.english() + "\n";
  }
  for (const Finding& error : record.check.errors) result.findings += code_name(error.code);
  if (record.check.valid()) result.text = write_record(record.record);
  return result;
}

TEST_CASE("repair: unambiguous errors are repaired and listed") {
  const struct {
    const char* what;
    std::string text;
    const char* repair;  ///< one of the repairs
    const char* result;  ///< part of the written record
  } rows[] = {
      {"the rules know the result", tags_for("0-1", start_of_end) + "\n1. E1+F2 0-1\n",
       "11: the result 0-1 is now 1-0, as by the rules White has won (chain)", "\n1. E1+F2 1-0\n"},
      {"and the tag", tags_for("*", start_of_end) + "\n1. E1+F2 1-0\n",
       "7: the tag Result, *, is now 1-0", "[Result \"1-0\"]"},
      {"both", tags_for("1/2-1/2", start_of_end) + "\n1. E1+F2 *\n",
       "7: the tag Result, 1/2-1/2, is now 1-0", "\n1. E1+F2 1-0\n"},
      {"no result, but the rules know", tags_for("1-0", start_of_end) + "\n1. E1+F2\n",
       "11: the missing result is now 1-0, as by the rules", "\n1. E1+F2 1-0\n"},
      {"no result, but the tag knows", tags_for("0-1") + "\n1. A2+B3",
       "10: the missing result is now 0-1, as in the tag Result", "\n1. A2+B3 0-1\n"},
      {"no result at all", tags_for("?") + "\n1. A2+B3\n", "is now *, as none is known",
       "\n1. A2+B3 *\n"},
      {"an unknown tag", tags_for("*") + "\n1. A2+B3 1-0\n", "7: the tag Result, *, is now 1-0",
       "[Result \"1-0\"]"},
      {"a tag twice", "[Event \"e\"]\n" + tags_for("*") + "\n*\n",
       "2: the tag pair [Event \"e\"] now appears once", "[Event \"e\"]\n[Site"},
      {"a turn number", tags_for("*") + "\n1. A2+B3 A6-B6 3. B3-B4 *\n",
       "10: a turn number: '3.' comes before White's turn 2", "2. B3-B4"},
      {"spelling", tags_for("*") + "\n{\xc3\xa4} 1.a2+b3 $1 (x)\na6 - b6 *\n",
       "11: turn 2, a6 - b6, is written A6-B6", "A2+B3"},
      {"order of tags", "[Game \"creeper\"]\n[White \"x\"]\n[Event \"y\"]\n\n*\n",
       "1: the tags are now in canonical order", "[Event \"y\"]"},
      {"absent tags", "[Game \"creeper\"]\n[White \"x\"]\n\n*\n",
       "1: tags added: Event, Site, Date, Round, Black, Result", "[Event \"?\"]"},
  };
  for (const auto& row : rows) {
    INFO(row.what << "\n" << row.text);
    const Repaired result = repaired(row.text);
    CHECK(result.findings == "");
    CHECK_THAT(result.repairs, contains_text(row.repair));
    CHECK_THAT(result.text, contains_text(row.result));
    // The written record needs no further repair.
    CHECK(repaired(result.text).repairs == "");
  }
}

TEST_CASE("repair: ambiguous errors are not repaired") {
  CHECK(repaired(tags_for("0-1") + "\n1. A2+B3 1-0\n").findings == "result-tag");
  CHECK(repaired("[Site \"x\"]\n" + tags_for("*") + "\n*\n").findings == "bad-tag");
  CHECK(repaired(tags_for("*") + "\n1. A2-A3 *\n").findings == "illegal");
  CHECK(repaired(tags_for("*") + "\n1. A2+B3 {x *\n").findings == "unterminated");
  CHECK(repaired("[Event \"x\"\n\n*\n").findings == "bad-tag");
  CHECK(repaired(tags_for("*") + "\n1. A2+B3 \x81 *\n").findings == "bad-utf8");
}

TEST_CASE("repair: a result that a termination explains is replaced only by the rules") {
  const std::string resigned = start_of_end + "[Termination \"resignation\"]\n";
  const struct {
    const char* what;
    std::string text, findings, result;
  } rows[] = {
      {"the result", tags_for("0-1", resigned) + "\n1. E1+F2 0-1\n", "result-mismatch", "1-0"},
      {"the tag", tags_for("0-1", resigned) + "\n1. E1+F2 1-0\n", "result-tag", "1-0"},
      {"the tag alone", tags_for("0-1", resigned) + "\n1. E1+F2\n", "result-mismatch", "1-0"},
      {"an unfinished game", tags_for("*", resigned) + "\n1. E1+F2 *\n", "result-mismatch", "1-0"},
  };
  for (const auto& row : rows) {
    INFO(row.what << "\n" << row.text);
    CHECK(repaired(row.text).findings == row.findings);
    const Repaired result = repaired(row.text, 0, true);
    CHECK(result.findings == "");
    CHECK_THAT(result.repairs, contains_text("the tag Termination, resignation, is now normal"));
    CHECK_THAT(result.text, contains_text("[Result \"" + row.result + "\"]"));
    CHECK_THAT(result.text, contains_text("[Termination \"normal\"]"));
  }
  const std::string normal = start_of_end + "[Termination \"normal\"]\n";
  CHECK(repaired(tags_for("0-1", normal) + "\n1. E1+F2 0-1\n").findings == "");
}

TEST_CASE("repair: all changes at one place are one repair") {
  CHECK(repaired(tags_for("*") + "\n1) A2 \u2013B2 A6-B6 *\n").repairs ==
        "10: a spelling: '1)' is written 1.\n"
        "10: a spelling: 'A2 \u2013B2' is written A2-B2, with plain signs, without spaces\n");
  CHECK(repaired(tags_for("*") + "\n2) A2+B3 *\n").repairs ==
        "10: a turn number: '2)' comes before White's turn 1; expected '1.'\n");
}

TEST_CASE("repair: a record in the middle of a file with Windows line ends is repaired") {
  std::string text = tags_for("*") + "\n1. A2+B3 *\n\n" + tags_for("1-0", start_of_end) +
                     "\n1. e1+f2 0-1\n\n" + tags_for("*") + "\n*\n";
  std::string crlf;
  for (const char c : text) crlf += c == '\n' ? "\r\n" : std::string(1, c);
  for (const std::string& each : {text, crlf}) {
    const Repaired result = repaired(each, 1);
    CHECK(result.findings == "");
    CHECK_THAT(result.repairs, contains_text("22: the result 0-1 is now 1-0"));
    CHECK_THAT(result.repairs, contains_text("22: turn 1, e1+f2, is written E1+F2"));
  }
}

TEST_CASE("repair: a valid record needs no repair") {
  const std::string game = GENERATE("creeper", "springerjagd", "more-or-less", "sperre");
  const std::string text = read_data(game + "-sample.pgn");
  for (std::size_t i = 0; i < 20; ++i) {
    INFO(game << " " << i);
    CHECK(repaired(text, i).repairs == "");
  }
}

}  // namespace repair_test
