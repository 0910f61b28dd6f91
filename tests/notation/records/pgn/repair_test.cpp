#include "notation/records/pgn/repair.h"

#include "tests/catch.h"
#include "tests/data.h"
#include "tests/notation/records.h"

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
