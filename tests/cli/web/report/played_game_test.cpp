#include "cli/web/report/played_game.h"

#include "notation/records/pgn/turn_data.h"
#include "tests/catch.h"

namespace played_game_test {

using namespace schiri;
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

TEST_CASE("played game: turns with comments and NAGs and variations") {
  FigureNumbers figures;
  const Json line =
      play_record(*find_game("creeper"), {"standard", "", ""}, annotated_record(), &figures).line;
  CHECK(line["turns"] == Json({"A2+B3", "A6-B6"}));
  CHECK(line["positions"].size() == 3);
  CHECK(line["figures"].size() == 3);
  CHECK(line["sides"] == "wbw");
  CHECK(line["comments"] == Json({"a b c", ""}));
  CHECK(line["nags"] == Json({{2}, Json::array()}));
  REQUIRE(line["variations"].size() == 1);
  const Json& variation = line["variations"][0];
  CHECK(variation["start"] == 0);
  CHECK(variation["turns"] == Json::array({"A2-B2"}));
  CHECK(variation["positions"][0] == line["positions"][0]);
}

TEST_CASE("played game: comments before the first turn and after the last are shown") {
  FigureNumbers figures;
  const auto line_of = [&](const Record& record) {
    return play_record(*find_game("creeper"), {"standard", "", ""}, record, &figures).line;
  };
  const Json line = line_of({{},
                             {{Kind::comment, "before\nall"},
                              {Kind::turn, "A2+B3"},
                              {Kind::variation_open, "("},
                              {Kind::comment, "before one"},
                              {Kind::variation_word, "1."},
                              {Kind::variation_word, "A2-B2"},
                              {Kind::variation_close, ")"},
                              {Kind::variation_open, "("},
                              {Kind::comment, "no turn"},
                              {Kind::variation_close, ")"},
                              {Kind::turn, "A6-B6"}},
                             "*",
                             {"after", "all"}});
  CHECK(line["introduction"] == "before all");
  CHECK(line["comments"] == Json({"(no turn)", "after all"}));
  REQUIRE(line["variations"].size() == 1);
  CHECK(line["variations"][0]["introduction"] == "before one");
  const Json empty = line_of({{}, {{Kind::comment, "both late"}}, "0-1", {"indeed"}});
  CHECK(empty["introduction"] == "both late indeed");
}

TEST_CASE("played game: without figures there is no line, and an illegal turn is an error") {
  Record record = annotated_record();
  const GameType& creeper = *find_game("creeper");
  CHECK(play_record(creeper, {"standard", "", ""}, record, nullptr).line.is_null());
  record.movetext.push_back({Kind::turn, "A2+B3"});
  CHECK_THROWS_AS(play_record(creeper, {"standard", "", ""}, record, nullptr), std::runtime_error);
}

TEST_CASE("played game: figures keep their numbers") {
  FigureNumbers numbers;
  CHECK(numbers.text({{"a", 1, 2}, {"b", 1, 2}, {"a", 1, 2}}) == "0 1 0");
  CHECK(numbers.text({{"b", 1, 2}, {"a", 1, 3}}) == "1 2");
  CHECK(numbers.figures() == Figures{{"a", 1, 2}, {"b", 1, 2}, {"a", 1, 3}});
}

TEST_CASE("played game: comments by turn without those of variations") {
  CHECK(comments_of(annotated_record()) == std::vector<std::string>{"a b\nc", ""});
}

}  // namespace played_game_test
