#include "tests/catch.h"
#include "tests/notation/records.h"

namespace variation_test {

using namespace schiri;

// The turns of variations are played on the side.

/// The columns of the findings of a game whose movetext is on the third line or, with a roll, the
/// fourth; all findings must be of the code `variation`.
std::string columns_of(const std::string& game, const std::string& movetext) {
  const std::string roll = game == "sperre" ? "[Roll \"147\"]\n" : "";
  const auto records = read_all("[Game \"" + game + "\"]\n" + roll + "\n" + movetext + "\n");
  REQUIRE(records.size() == 1);
  std::string columns;
  for (const Finding& finding : records[0].check.warnings) {
    if (finding.code == Code::missing_tag) continue;
    CHECK(finding.code == Code::variation);
    columns += (columns.empty() ? "" : " ") + std::to_string(finding.column);
  }
  CHECK(records[0].check.valid());
  return columns;
}

TEST_CASE("variations: each replaces the turn before it and its first error is reported") {
  const struct {
    const char* game;
    const char* movetext;
    const char* columns;
  } rows[] = {
      {"creeper", "1. A2+B3 (1. A2-B2) *", ""},
      {"creeper", "1. A2+B3 (1. A6-B6) *", "14"},
      {"creeper", "1. A2+B3 A6-B6 (1... A5-B5 2. B3-B4) 2. B3-B4 *", ""},
      {"creeper", "1. A2+B3 A6-B6 (1... A5-B5 2. A2-B2 nonsense) 2. B3-B4 *", "31"},
      {"creeper", "1. A2+B3 (A2-B2 (A3-B3) A6-B6 (A5-B5 B2-C2)) *", ""},
      {"creeper", "1. A2+B3 (A2-B2 (A2-A3) A6-B6 (A5-A6 B2-C2) A1-A2) *", "18 32 45"},
      {"creeper", "1. A2+B3 (x (y) z) (A2-B2) A6-B6 (z) *", "11 35"},
      {"creeper", "1. A2+B3 (1. a2 – b2, A6B6; comment\n2. B2-C2 $1 {c} 1-0) *", ""},
      {"creeper", "(A2-B2) (A3-B3) 1. A2+B3 *", "1"},
      {"more-or-less", "1. (A1,B7) (E6,E7) *", "4"},
      {"springerjagd", "1. b1-a3/d2/f2-c4 (1. b1-c3 / d2 / f2-c4 (1. e1-f3/d2/f2-c4)) *", ""},
      {"springerjagd", "1. b1-a3/d2/f2-c4 (1. b1-b4) *", "23"},
      {"more-or-less", "1. O A0,E5 (1... A0, E5 2. B0,B1 (2. C0,C1) C2,C3) *", ""},
      {"more-or-less", "1. O A0,E5 (1... O,E5) *", "18"},
      {"sperre", "1. IV8/12-23 (1. IV 8 / 12-22 III5/91-82 (1... III5/92-82)) *", ""},
      {"sperre", "1. IV8/12-23 (1. 48/12-22 48/91-82) *", "27"},
  };
  for (const auto& row : rows) {
    INFO(row.game << ": " << row.movetext);
    CHECK(columns_of(row.game, row.movetext) == row.columns);
  }
}

TEST_CASE("variations: strict mode makes an error of what is wrong in one") {
  ReadOptions strict;
  strict.check.strict = true;
  const auto records = read_all(tags_for("*") + "\n1. A2+B3 (A2-A3) A6-B6 *\n", strict);
  CHECK(findings_of(records[0].check) == "variation@10:11");
  CHECK_FALSE(records[0].check.valid());
  CHECK(records[0].check.turns == 2);
}

TEST_CASE("variations: deep and many ones are read in little time and stay in the record") {
  constexpr std::size_t count = 20'000;
  std::string deep = "1. A2+B3 ", many = deep;
  for (std::size_t i = 0; i < count; ++i) {
    deep += "(A2-B2 ";
    many += "(x) (A2-B2 A6-B6) ";
  }
  deep += std::string(count, ')');
  for (const std::string& movetext : {deep, many}) {
    const auto records = read_all(tags_for("*") + "\n" + movetext + " *\n");
    REQUIRE(records.size() == 1);
    CHECK(records[0].check.valid());
    CHECK(records[0].check.warnings.size() <= 1000);
    CHECK(records[0].record.movetext.size() > 2 * count);
  }
}

}  // namespace variation_test
