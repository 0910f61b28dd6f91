#include "notation/records/check/check.h"

#include "notation/records/check/code_guide.h"
#include "tests/catch.h"
#include "tests/data.h"
#include "tests/notation/records.h"

namespace check_test {

/// The movetext begins at line 10, column 1.
std::string game(const std::string& movetext, const std::string& result = "*",
                 const std::string& more_tags = "") {
  return tags_for(result, more_tags) + "\n" + movetext + "\n";
}

// White lacks one octagon of the chain AB12 to FG67 along the row and column of E; E1 can claim it.
const std::string near_chain = "[Position \"7/B6/7/7/7/7/4W2 4w1/4w1/4w1/4w1/4w1/1www2 w\"]\n";

struct Row {
  const char* what;
  std::string text;
  const char* found;
  std::size_t max_game_bytes = std::size_t{16} << 20;
};

std::string first_findings(const std::string& text,
                           std::size_t max_game_bytes = std::size_t{16} << 20) {
  ReadOptions options;
  options.max_game_bytes = max_game_bytes;
  const auto records = read_all(text, options);
  return records.empty() ? "no game" : findings_of(records[0].check);
}

std::string sperre_game(const std::string& more_tags, const std::string& movetext) {
  std::string text = game(movetext, "*", more_tags);
  return text.replace(text.find("creeper"), 7, "sperre");
}

/// A game with this value of the tag Date on line 3.
std::string dated(const std::string& date, const std::string& movetext = "1. A2+B3 *") {
  std::string text = game(movetext);
  return text.replace(text.find("2026.01.02"), 10, date);
}

/// One row for each possible error and warning of a record.
std::vector<Row> rows_of_findings() {
  const std::string tag_lines = tags_for("*");
  return {
      {"nothing wrong", game("1. A2+B3 A6-B6 2. B3-B4 *"), ""},
      {"bad-tag: no quote", "[Event e]\n" + game("*"), "bad-tag@1:1"},
      {"bad-tag: no bracket", "[Event \"e\"\n" + game("*"), "bad-tag@1:1"},
      {"bad-tag: repeated", "[Site \"x\"]\n" + game("*"), "bad-tag@3:1"},
      {"bad-tag: repeated game", tags_for("*", "[Game \"creeper\"]\n") + "\n*\n", "bad-tag@9:1"},
      {"another tag may appear twice", game("*", "*", "[Note \"1\"]\n[Note \"2\"]\n"), ""},
      {"unterminated comment", game("1. A2+B3 {never *"), "unterminated@10:10"},
      {"unterminated string", "[Event \"e]\n" + game("*"), "unterminated@1:8"},
      {"unterminated variation", game("1. A2+B3 (1. A2-B2 (x) *"), "unterminated@10:10"},
      {"unterminated tag at the end", "[Event \"e\"", "unterminated@1:1"},
      {"unknown-game: none", "[Event \"e\"]\n\n*\n", "missing-tag@1:1 unknown-game@1:1"},
      {"unknown-game: name", tags_for("*").replace(tag_lines.find("creeper"), 7, "chess") + "\n*\n",
       "unknown-game@8:7"},
      {"unknown-variant", game("*", "*", "[Variant \"big\"]\n"), "unknown-variant@9:10"},
      {"the only variant by name", game("*", "*", "[Variant \"standard\"]\n"), ""},
      {"bad-position", game("*", "*", "[Position \"7/7\"]\n"), "bad-position@9:11"},
      {"syntax", game("1. A2+B3 A6-H6 *"), "syntax@10:10"},
      {"syntax: a ) too many", game("1. A2+B3 ) *"), "syntax@10:10"},
      {"syntax: a } too many", game("1. A2+B3 } *"), "syntax@10:10"},
      {"syntax: a comment within a comment", game("1. A2+B3 {a {b} c} A6-B6 *"), "syntax@10:17"},
      {"syntax: no NAG number", game("1. A2+B3 $ *"), "syntax@10:10"},
      {"illegal", game("1. A2+B3 A6+B7 *"), "illegal@10:10"},
      {"illegal after a number stuck to it", game("1.A2-A3 *"), "illegal@10:3"},
      {"after-end", game("1. E1+F2 A6-B6 1-0", "1-0", near_chain), "after-end@11:10"},
      {"after-end: a )", game("1. E1+F2 ) 1-0", "1-0", near_chain), "after-end@11:10"},
      {"after-end: after the result", game("1. A2+B3 * A6-B6"), "after-end@10:12"},
      {"after-end: a result within the movetext",
       game("1. A2+B3 * A6-B6 1-0", "1-0", "[Termination \"resignation\"]\n"), "after-end@11:12"},
      {"result-mismatch", game("1. E1+F2 0-1", "0-1", near_chain), "result-mismatch@11:10"},
      {"result-mismatch: *", game("1. E1+F2 *", "*", near_chain), "result-mismatch@11:10"},
      {"result-mismatch comes before result-tag", game("1. E1+F2 0-1", "1-0", near_chain),
       "result-mismatch@11:10"},
      {"result-tag", game("1. E1+F2 1-0", "*", near_chain), "result-tag@11:10"},
      {"missing-result", game("1. A2+B3"), "missing-result@1:1"},
      {"missing-result: no movetext", tag_lines, "missing-result@1:1"},
      {"bad-utf8 in movetext", game("1. A2+B3 {\x81} *"), "bad-utf8@10:11"},
      {"bad-utf8 in a tag", game("*", "*", "[Note \"\x81\"]\n"), "bad-utf8@9:8"},
      {"bad-utf8: overlong", game("{\xc0\x80} *"), "bad-utf8@10:2"},
      {"bad-utf8: surrogate", game("{\xed\xa0\x80} *"), "bad-utf8@10:2"},
      {"unexplained-result", game("1. A2+B3 1-0", "1-0"), "unexplained-result@10:10"},
      {"normal explains nothing", game("1. A2+B3 1-0", "1-0", "[Termination \"normal\"]\n"),
       "unexplained-result@11:10"},
      {"any other text explains", game("1. A2+B3 1-0", "1-0", "[Termination \"tired\"]\n"), ""},
      {"? explains nothing", game("1. A2+B3 1-0", "1-0", "[Termination \"?\"]\n"),
       "unexplained-result@11:10"},
      {"turn-number", game("1. A2+B3 A6-B6 3. B3-B4 *"), "turn-number@10:16"},
      {"turn-number: dots", game("1... A2+B3 *"), "turn-number@10:1"},
      {"turn-number: one dot before Black", game("1. A2+B3 1. A6-B6 *"), "turn-number@10:10"},
      {"a number with a dot and dots before Black fit", game("1. A2+B3 1. ... A6-B6 *"), ""},
      {"turn-number: a number with a dot and dots before White", game("1. ... A2+B3 *"),
       "turn-number@10:4"},
      {"turn-number: dots fit, the number does not", game("1. A2+B3 2. ... A6-B6 *"),
       "turn-number@10:10"},
      {"three dots before Black fit", game("1. A2+B3 1... A6-B6 *"), ""},
      {"a missing number is no error", game("A2+B3 A6-B6 B3-B4 *"), ""},
      {"missing-tag", "[Event \"e\"]\n[Game \"creeper\"]\n[White \"?\"]\n\n*\n", "missing-tag@1:1"},
      {"spelling: no date", dated("12.3.2024"), "spelling@3:7"},
      {"spelling: no day of the calendar", dated("2026.02.31"), "spelling@3:7"},
      {"spelling: an empty date", dated(""), "spelling@3:7"},
      {"spelling: as ISO has it", dated("2026-03-07"), "spelling@3:7"},
      {"spelling: parts left out", dated("2026.03"), "spelling@3:7"},
      {"a date of which a part is known", dated("2026.03.??"), ""},
      {"a date that is not known", dated("????.??.??"), ""},
      {"a date ? counts as absent", dated("?"), "missing-tag@1:1"},
      {"spelling is found before an error", dated("today", "1. A2+B3 A6+B7 *"),
       "spelling@3:7 illegal@10:10"},
      {"the first error ends the check", game("1. A2+B3 A6+B7 ) *", "1-0"), "illegal@10:10"},
      {"warnings before it are kept", game("2. A2+B3 A6+B7 *"), "turn-number@10:1 illegal@10:10"},
      {"variation: no turn", game("1. A2+B3 (1. B3) A6-B6 *"), "variation@10:14"},
      {"variation: illegal", game("1. A2+B3 (A2-A3) *"), "variation@10:11"},
      {"variation: before the first turn", game("(A2-B2) 1. A2+B3 *"), "variation@10:1"},
      {"variation: legal", game("1. A2+B3 (1. A2-B2 A6-B6 (1... A5-B5) 2. B2-C2) A6-B6 *"), ""},
      {"ply-count", game("1. A2+B3 *", "*", "[PlyCount \"2\"]\n"), "ply-count@9:11"},
      {"ply-count: no number", game("*", "*", "[plycount \"none\"]\n"),
       "spelling@9:2 ply-count@9:11"},
      {"the right number of turns", game("1. A2+B3 *", "*", "[PlyCount \"1\"]\n"), ""},
      {"an unknown number of turns", game("1. A2+B3 *", "*", "[PlyCount \"?\"]\n"), ""},
      {"spelling: a position of chess programs", game("1. A2+B3 *", "*", "[FEN \"7/7 w\"]\n"),
       "spelling@9:6"},
      {"bad-tag: text after the value", "[Event \"e\" x]\n" + game("*"), "bad-tag@1:1"},
      {"bad-position: a Roll without dice to read", sperre_game("[Roll \"1\"]\n", "*"),
       "bad-position@9:7"},
      {"bad-position: Roll and Position",
       sperre_game("[Roll \"147\"]\n[Position \"BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW w 147 -\"]\n",
                   "*"),
       "bad-position@10:11"},
      {"missing-roll", sperre_game("", "*"), "missing-roll@1:1"},
      {"a roll is enough", sperre_game("[Roll \"147\"]\n", "1. IV8/12-23 *"), ""},
      {"syntax in another game", sperre_game("[Roll \"147\"]\n", "1. IX3/12-23 *"), "syntax@11:4"},
      {"illegal in another game", sperre_game("[Roll \"147\"]\n", "1. IV8/11-22 *"),
       "illegal@11:4"},
      {"unterminated: a comment in a nested variation", game("1. A2+B3 (1. A2-B2 (A3-B3 {x ) ) *"),
       "unterminated@10:27"},
      {"syntax: a } in a variation", game("1. A2+B3 (A2-B2 } x) *"), "syntax@10:17"},
      {"syntax: no NAG number in a nested variation", game("1. A2+B3 (x ($ y)) *"), "syntax@10:14"},
      {"bad-utf8 in a nested variation", game("1. A2+B3 (x (\x81 y)) *"), "bad-utf8@10:14"},
      {"bad-utf8 within a turn", game("1. A2\x80+B3 *"), "bad-utf8@10:6"},
      {"too-large", game("1. A2+B3 *"), "too-large@1:1", 50},
  };
}

/// The same findings at other places, in the form `illegal@10:4`.
std::string moved(const std::string& findings, std::size_t by_lines, std::size_t line_to_widen = 0,
                  std::size_t by_columns = 0) {
  std::istringstream words(findings);
  std::string text;
  for (std::string word; words >> word;) {
    const std::size_t at = word.find('@'), colon = word.find(':');
    const std::size_t line = std::stoul(word.substr(at + 1)),
                      column = std::stoul(word.substr(colon + 1));
    text += (text.empty() ? "" : " ") + word.substr(0, at + 1) + std::to_string(line + by_lines) +
            ":" + std::to_string(column + (line == line_to_widen ? by_columns : 0));
  }
  return text;
}

std::string with_crlf(const std::string& text) {
  std::string crlf;
  for (const char c : text) crlf += c == '\n' ? "\r\n" : std::string(1, c);
  return crlf;
}

/// The findings without those in variations.
std::string without_variations(const std::string& findings) {
  std::istringstream words(findings);
  std::string text;
  for (std::string word; words >> word;) {
    if (!word.starts_with("variation@")) text += (text.empty() ? "" : " ") + word;
  }
  return text;
}

TEST_CASE("records: each code is reported at its place") {
  for (const Row& row : rows_of_findings()) {
    INFO(row.what << "\n" << row.text);
    CHECK(first_findings(row.text, row.max_game_bytes) == row.found);
  }
}

TEST_CASE("records: the table of findings contains each code") {
  std::string all;
  for (const Row& row : rows_of_findings()) all += std::string(row.found) + " ";
  for (const Code code : all_codes()) {
    INFO(code_name(code));
    CHECK(all.find(std::string(code_name(code)) + "@") != std::string::npos);
  }
}

TEST_CASE(
    "records: places do not depend on line ends and byte order marks and neighbouring games") {
  const std::string before = tags_for("*") + "\n1. A2+B3 A6-B6 *\n\n";
  for (const Row& row : rows_of_findings()) {
    INFO(row.what << "\n" << row.text);
    const auto found = [&](const std::string& text) {
      return first_findings(text, row.max_game_bytes);
    };
    CHECK(found(with_crlf(row.text)) == row.found);
    CHECK(found("\xef\xbb\xbf" + row.text) == row.found);
    CHECK(found("%\n \t\n" + row.text) == moved(row.found, 2));
    if (row.text.back() != '\n') continue;
    // Truncate the file: the last line has no end.
    CHECK(found(row.text.substr(0, row.text.size() - 1)) == row.found);

    ReadOptions options;
    options.max_game_bytes = row.max_game_bytes;
    const auto records = read_all(with_crlf(before) + row.text + "\n" + before, options);
    REQUIRE(records.size() == 3);
    CHECK(findings_of(records[1].check) == moved(row.found, 11));
    CHECK(records[2].check.valid() == (row.max_game_bytes > 100));
  }
}

TEST_CASE("records: places count characters after tabs and umlauts and nested variations") {
  // 24 characters, some of two or three bytes.
  const std::string clutter = "\t{\xc3\xa4}(\xc3\xb6 (A6 ($1\t\xe6\xa5\x8a ) ) x) ";
  const std::size_t characters = 24;
  for (const Row& row : rows_of_findings()) {
    const std::size_t end_of_tags = row.text.find("\n\n");
    if (end_of_tags == std::string::npos || end_of_tags + 2 >= row.text.size()) continue;
    INFO(row.what << "\n" << row.text);
    const std::size_t movetext_line =
        2 + static_cast<std::size_t>(std::count(
                row.text.begin(), row.text.begin() + std::ptrdiff_t(end_of_tags) + 1, '\n'));
    std::string text = row.text;
    text.insert(end_of_tags + 2, clutter);
    CHECK(without_variations(first_findings(text, row.max_game_bytes)) ==
          without_variations(moved(row.found, 0, movetext_line, characters)));
  }
}

TEST_CASE("records: places count characters in all kinds of text") {
  CHECK(first_findings(game("\t1. A2+B3\tA6+B7 *")) == "illegal@10:11");
  CHECK(first_findings(game("{\xc3\xa4\xe6\xa5\x8a} 1. A2-A3 *")) == "illegal@10:9");
  CHECK(first_findings(game("1. A2+B3\n A6-B6\n\n 2. B3-B2 B7+B5 *")) == "illegal@13:11");
  CHECK(first_findings(game("1. A2+B3 ({x} (A6 (b) c) d) 1... A6+B7 *")) ==
        "variation@10:16 variation@10:26 illegal@10:34");
  std::string crlf;
  for (const char c : game("1. A2+B3\nA6+B7 *")) crlf += c == '\n' ? "\r\n" : std::string(1, c);
  CHECK(first_findings(crlf) == "illegal@11:1");
  CHECK(first_findings("\xef\xbb\xbf" + game("1. A2-A3 *")) == "illegal@10:4");
  CHECK(first_findings(tags_for("*") + "\n1. A2-A3") == "illegal@10:4");
}

TEST_CASE("records: turn numbers count the turns of both players") {
  const auto records = read_all(game("1. A2+B3 A6-B6 2. B3-B4 B6+A5 *"));
  REQUIRE(records[0].check.errors.size() == 1);
  CHECK(records[0].check.errors[0].turn == 4);
  CHECK(records[0].check.turns == 3);
}

TEST_CASE("records: strict mode turns warnings into errors") {
  ReadOptions strict;
  strict.check.strict = true;
  const auto records = read_all(game("2. A2+B3 1-0", "1-0"), strict);
  CHECK(records[0].check.warnings.empty());
  CHECK(records[0].check.errors.size() == 2);
  CHECK(records[0].check.turns == 1);
}

TEST_CASE("records: the message on a turn after the end names the ending") {
  const auto records = read_all(game("1. E1+F2 A6-B6 1-0", "1-0", near_chain));
  CHECK_THAT(records[0].check.errors[0].message, contains_text("White has won (chain)"));
}

TEST_CASE("records: the message after a comment with a brace says where it ended") {
  const auto message_of = [](const std::string& movetext) {
    return read_all(game(movetext)).at(0).check.errors.front().message.english();
  };
  const auto remark = contains_text("the comment before it ended at its first }");
  CHECK_THAT(message_of("1. A2+B3 {a {b} c} A6-B6 *"), remark);
  CHECK_THAT(message_of("1. A2+B3 {a {b} } A6-B6 *"), remark);
  CHECK_THAT(message_of("1. A2+B3 {a {b} A6-B6 } *"), remark);
  CHECK_THAT(message_of("1. A2+B3 {a {b} A6-B6 2. nonsense *"), !remark);
  CHECK_THAT(message_of("1. A2+B3 {a {b} {c} nonsense *"), !remark);
  CHECK_THAT(message_of("1. A2+B3 {c} nonsense *"), !remark);
}

TEST_CASE("records: the caret points to the token") {
  const auto records = read_all(game("{\xc3\xa4}\t1. A2+B3 A6+B7 *"));
  const Finding& finding = records[0].check.errors[0];
  CHECK(finding.excerpt == "{\xc3\xa4} 1. A2+B3 A6+B7 *");
  CHECK(finding.caret == 13);
  CHECK(finding.length == 5);
}

TEST_CASE("records: a long line is cut around the token") {
  const auto records =
      read_all(game(std::string(3000, ' ') + "A2-A3" + std::string(3000, ' ') + "*"));
  const Finding& finding = records[0].check.errors[0];
  CHECK(finding.column == 3001);
  CHECK(finding.excerpt.size() < 130);
  CHECK(finding.excerpt.substr(finding.caret, 5) == "A2-A3");
}

TEST_CASE("records: messages contain no control characters of hostile records") {
  const auto records = read_all(game("1. A2\033[31m *"));
  const Finding& finding = records[0].check.errors[0];
  CHECK(finding.message.english().find('\033') == std::string::npos);
  CHECK(finding.excerpt.find('\033') == std::string::npos);
}

TEST_CASE("records: samples are valid and end as known") {
  const std::string game = GENERATE("creeper", "springerjagd");
  const auto records = read_all(read_data(game + "-sample.pgn"));
  const auto known = read_json_data(game + "-sample.json")["games"];
  REQUIRE(records.size() == known.size());
  for (std::size_t i = 0; i < known.size(); ++i) {
    const GameCheck& check = records[i].check;
    INFO(game << " game " << i + 1);
    CHECK(check.valid());
    CHECK(check.index == known[i]["index"].get<std::size_t>());
    CHECK(check.line == known[i]["line"].get<std::size_t>());
    CHECK(check.turns == known[i]["plies"].get<std::size_t>());
    CHECK(check.result == known[i]["result"].get<std::string>());
    if (known[i]["outcome"].is_null()) {
      CHECK_FALSE(check.ending);
    } else {
      REQUIRE(check.ending);
      CHECK(check.ending->reason == known[i]["reason"].get<std::string>());
    }
  }
}

TEST_CASE("check: an option gives the order of day and month") {
  for (const auto& [order, kept] : {std::pair(DateOrder::day_first, "2024.03.12"),
                                    std::pair(DateOrder::month_first, "2024.12.03")}) {
    ReadOptions options;
    options.check.date_order = order;
    const auto records = read_all(dated("12.3.2024"), options);
    REQUIRE(records.size() == 1);
    CHECK(records[0].record.tag("Date") == kept);
    // There is no 31st month.
    CHECK(read_all(dated("31.3.2024"), options)[0].record.tag("Date") == "2024.03.31");
  }
}

TEST_CASE("check: ratings are read as a whole or reported") {
  const struct {
    const char *written, *kept, *message;
  } rows[] = {
      {"2100", "2100", ""},
      {"-", "-", ""},
      {"1800.5", "1800.5", ""},
      {"-120", "-120", ""},
      {"2'100", "2100", "the WhiteElo '2'100' is written 2100"},
      {"2\u2019100", "2100", "the WhiteElo '2\u2019100' is written 2100"},
      {"1 800", "1800", "the WhiteElo '1 800' is written 1800"},
      {"1\u202f800", "1800", "the WhiteElo '1\u202f800' is written 1800"},
      {"2,100", "2100", "the WhiteElo '2,100' is written 2100"},
      {"2.100", "2100", "the WhiteElo '2.100' is written 2100"},
      {"1800,5", "1800.5", "the WhiteElo '1800,5' is written 1800.5"},
      {"1.800,5", "1800.5", "the WhiteElo '1.800,5' is written 1800.5"},
      {"18 00", "18 00", "the WhiteElo '18 00' is not a number"},
      {"1800?", "1800?", "the WhiteElo '1800?' is not a number"},
      {"2'1000", "2'1000", "the WhiteElo '2'1000' is not a number"},
      {"unrated", "unrated", "the WhiteElo 'unrated' is not a number"},
      {"1'2,3", "1'2,3", "the WhiteElo '1'2,3' is not a number"},
      {"1'", "1'", "the WhiteElo '1'' is not a number"},
  };
  for (const auto& row : rows) {
    INFO(row.written);
    const auto records =
        read_all("[WhiteElo \"" + std::string(row.written) + "\"]\n[Game \"creeper\"]\n\n*\n");
    REQUIRE(records.size() == 1);
    CHECK(records[0].record.tag("WhiteElo") == row.kept);
    std::string said;
    for (const Finding& warning : records[0].check.warnings) {
      if (warning.code == Code::spelling) said += warning.message.english();
    }
    CHECK(said == row.message);
  }
}

TEST_CASE("check: messages suggest the intended date and other date forms are rewritten") {
  const struct {
    std::string written, kept, message;
  } rows[] = {
      {"2026-03-07", "2026.03.07", "this date is written 2026.03.07"},
      {"2026-03", "2026.03.??", "this date is written 2026.03.??"},
      {"2026", "2026.??.??", "this date is written 2026.??.??"},
      {"12.3.2024", "12.3.2024",
       "'12.3.2024' is not a date; write 2024.03.12 or 2024.12.03, or read it by 'schiri convert "
       "--date-order dmy' or mdy"},
      {"31.3.2024", "2024.03.31", "this date is written 2024.03.31"},
      {"2024.3.1", "2024.03.01", "this date is written 2024.03.01"},
      {"2024-03-01T20:15:00+01:00", "2024.03.01", "this date is written 2024.03.01"},
      {"in spring", "in spring",
       "'in spring' is not a date; write 2026.03.07, with ?? for unknown parts"},
  };
  for (const auto& row : rows) {
    INFO(row.written);
    const auto records = read_all(dated(row.written));
    REQUIRE(records.size() == 1);
    CHECK(records[0].check.valid());
    REQUIRE(records[0].check.warnings.size() == 1);
    CHECK(records[0].check.warnings[0].code == Code::spelling);
    CHECK(records[0].check.warnings[0].message == row.message);
    CHECK(records[0].record.tag("Date") == row.kept);
    const std::string written = write_record(records[0].record);
    CHECK(write_record(read_all(written)[0].record) == written);
  }
  ReadOptions strict;
  strict.check.strict = true;
  CHECK_FALSE(read_all(dated("2026-03-07"), strict)[0].check.valid());
}

TEST_CASE("code guide: the example of each code has this error only") {
  for (const Code code : all_codes()) {
    const CodeGuide& guide = guide_of(code);
    INFO(code_name(code));
    CHECK(guide.code == code);
    CHECK(find_code(code_name(code)) == code);
    CHECK_FALSE(guide.meaning.empty());
    CHECK_FALSE(guide.remedy.empty());
    ReadOptions options;
    if (code == Code::too_large) options.max_game_bytes = 10;
    const auto records = read_all(guide.example, options);
    REQUIRE(records.size() == 1);
    const GameCheck& check = records[0].check;
    if (is_warning(code)) {
      CHECK(check.errors.empty());
      CHECK(std::any_of(check.warnings.begin(), check.warnings.end(),
                        [&](const Finding& finding) { return finding.code == code; }));
    } else {
      REQUIRE(check.errors.size() == 1);
      CHECK(check.errors[0].code == code);
    }
  }
  CHECK_FALSE(find_code("nonsense"));
  CHECK_FALSE(find_code(""));
}

}  // namespace check_test
