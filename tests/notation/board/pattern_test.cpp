#include "notation/board/pattern.h"

#include "tests/catch.h"

namespace pattern_test {

using namespace schiri;

TEST_CASE("board pattern: places of the pattern must match and others are ignored") {
  const std::string creeper = "1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/2w3/6 b";
  const std::string more_or_less = "w/X/9b/X/3w6/X w 1 0";
  const struct {
    std::string pattern, position;
    bool holds;
  } rows[] = {
      {creeper, creeper, true},
      {"1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1", creeper, true},
      {"*/*/*/7/*/*/*", creeper, true},
      {"*/*/*/......./*/*/*", creeper, true},
      {"*/*/*/6W/*/*/*", creeper, false},
      {"*/B????.W/*/*/*/*/*", creeper, true},
      {"*/?5?/*/*/*/*/*", creeper, true},
      {"* */*/*/*/??w???"
       "/* b",
       creeper, true},
      {"* */*/*/*/??w???"
       "/* w",
       creeper, false},
      {"*/*/*/*/*/*", creeper, false},
      {"*/*/*/*/*/*/*/*", creeper, false},
      {"*/*/*/6/*/*/*", creeper, false},
      {"w/*/*/X/*/*", more_or_less, true},
      {"?/X/?????????b/*/*/*", more_or_less, true},
      {"*/b9/*/*/*/*", more_or_less, false},
  };
  for (const auto& row : rows) {
    CAPTURE(row.pattern, row.position);
    CHECK(BoardPattern(row.pattern).holds(row.position) == row.holds);
  }
}

TEST_CASE("board pattern: a pattern fits boards of its dimensions") {
  const std::string springerjagd = "1nppn1/pppppp/6/6/PPPPPP/1NPPN1 w -";
  CHECK(BoardPattern("*/*/*/*/*/*").fits_board_of(springerjagd));
  CHECK(BoardPattern("?N4/*/*/6/*/*").fits_board_of(springerjagd));
  CHECK_FALSE(BoardPattern("?N5/*/*/6/*/*").fits_board_of(springerjagd));
  CHECK_FALSE(BoardPattern("*/*/*/*/*/*/*").fits_board_of(springerjagd));
  CHECK_THROWS_AS(BoardPattern("W"), std::invalid_argument);
  CHECK_THROWS_AS(BoardPattern("W*/*/*"), std::invalid_argument);
  CHECK_THROWS_AS(BoardPattern(""), std::invalid_argument);
}

}  // namespace pattern_test
