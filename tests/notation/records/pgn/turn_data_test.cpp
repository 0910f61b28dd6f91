#include "notation/records/pgn/turn_data.h"

#include "notation/analysis/annotation.h"
#include "tests/catch.h"
#include "tests/notation/records.h"

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
  const auto scores = scores_of(records[0].record, Side::white);
  REQUIRE(scores.size() == 4);
  CHECK(scores[0].value().amount == 34);
  CHECK(scores[1].value().amount == 20);
  CHECK(scores[2].value().kind == Score::Kind::loss);
  CHECK(scores[2].value().amount == 3);
  CHECK(scores[3].value().amount == 10);
}

}  // namespace turn_data_test
