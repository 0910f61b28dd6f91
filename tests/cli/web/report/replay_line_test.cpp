#include "cli/web/report/replay_line.h"

#include "cli/web/report/report_files.h"
#include "tests/catch.h"

namespace replay_line_test {

using namespace schiri::cli;
using Kind = Element::Kind;

/// `1. A2+B3 $2 {a} (1. A2-B2) A6-B6`, as elements.
Record annotated_record() {
  return {{},
          {{Kind::turn, "A2+B3"},
           {Kind::nag, "2"},
           {Kind::comment, "a"},
           {Kind::comment, "b\nc"},
           {Kind::variation_open, "("},
           {Kind::variation_word, "1.A2-B2"},
           {Kind::comment, "inside"},
           {Kind::variation_close, ")"},
           {Kind::turn, "A6-B6"}},
          "*",
          {}};
}

TEST_CASE("replay line: turns with comments and NAGs and variations") {
  FigureTable figures;
  const ReplayLine line =
      play_record(*find_game("creeper"), {"standard", "", ""}, annotated_record(), &figures);
  CHECK(line.turns == std::vector<std::string>{"A2+B3", "A6-B6"});
  CHECK(line.positions.size() == 3);
  CHECK(line.figures.size() == 3);
  CHECK(line.sides == "wbw");
  CHECK(line.comments == std::vector<std::string>{"a b c", ""});
  CHECK(line.nags == std::vector<std::vector<int>>{{2}, {}});
  REQUIRE(line.variations.size() == 1);
  CHECK(line.variations[0].start == 0);
  CHECK(line.variations[0].turns == std::vector<std::string>{"A2-B2"});
  CHECK(line.variations[0].positions[0] == line.positions[0]);
}

TEST_CASE("replay line: turns without figures and an error for an illegal turn") {
  Record record = annotated_record();
  const GameType& creeper = *find_game("creeper");
  const ReplayLine line = play_record(creeper, {"standard", "", ""}, record, nullptr);
  CHECK(line.turns.size() == 2);
  CHECK(line.positions.empty());
  CHECK(line.variations.empty());
  record.movetext.push_back({Kind::turn, "A2+B3"});
  CHECK_THROWS_AS(play_record(creeper, {"standard", "", ""}, record, nullptr), std::runtime_error);
}

TEST_CASE("replay line: comments by turn without those of variations") {
  CHECK(comments_of(annotated_record()) == std::vector<std::string>{"a b\nc", ""});
}

TEST_CASE("report: its script is one function") {
  const std::string script = report_script();
  CHECK(script.starts_with("const schiriReport = (() => {\n"));
  CHECK(script.ends_with("})();\n"));
  CHECK(script.find("function table(") < script.find("function historyChart("));
}

}  // namespace replay_line_test
