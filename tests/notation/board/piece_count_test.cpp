#include "notation/board/piece_count.h"

#include "notation/game_types.h"
#include "tests/catch.h"

namespace piece_count_test {

using namespace schiri;

TEST_CASE("piece count: counts pieces on the board of each game") {
  const auto start = [](const char* game, const char* roll = "") {
    return find_game(game)->start({"", "", roll})->position();
  };
  CHECK(count_pieces(start("creeper"), 'W') == 8);
  CHECK(count_pieces(start("creeper"), 'w') == 0);  // the side to move is not a disc
  CHECK(count_pieces(start("springerjagd"), 'n') == 2);
  CHECK(count_pieces(start("springerjagd"), 'P') == 8);
  CHECK(count_pieces(start("sperre", "147"), 'B') == 9);
  CHECK(count_pieces(start("more-or-less"), 'w') == 0);
  CHECK(count_pieces("w/X/X/X/X/b9 b 0 0", 'b') == 1);
}

TEST_CASE("piece count: conditions") {
  const std::string position = "WWW4/7 w5/6 w";
  for (const char* holds : {"W=3", "W>=3", "W<=3", "W!=2", "W>2", "W<4", "w=1", "b=0", "W=3,w=1"}) {
    INFO(holds);
    CHECK(PieceCondition(holds).holds(position));
  }
  for (const char* fails : {"W=2", "W>=4", "W<=2", "W!=3", "W>3", "W<3", "w=2", "W=3,w=2"}) {
    INFO(fails);
    CHECK_FALSE(PieceCondition(fails).holds(position));
  }
  for (const char* bad : {"", "W", "W=", "=3", "W=x", "W=3,", "W=-1", "WW=3", "W==3", "W=3 ", "3=W",
                          "W=99999999999999999999"}) {
    INFO(bad);
    CHECK_THROWS_AS(PieceCondition(bad), std::invalid_argument);
  }
}

TEST_CASE("piece count: a reserve follows from the pieces on the board") {
  const auto reserves = find_game("springerjagd")->facts.reserves;
  const std::string position = "1nppn1/p2dpp/6/2D3/PP2PP/1NPPN1 w -";
  for (const char* holds : {"R=0", "r=1", "r>0,R<1", "r=1,d=1", "P=6"}) {
    INFO(holds);
    CHECK(PieceCondition(holds).with(reserves).holds(position));
  }
  for (const char* fails : {"R=1", "r=0", "r=1,R=1"}) {
    INFO(fails);
    CHECK_FALSE(PieceCondition(fails).with(reserves).holds(position));
  }
}

TEST_CASE("piece count: the range that a condition allows") {
  const auto range = [](const char* text) { return PieceCondition(text).range(0, 9); };
  using Range = std::pair<std::size_t, std::size_t>;
  CHECK(range("W=3") == Range(3, 3));
  CHECK(range("W<=3") == Range(0, 3));
  CHECK(range("W<3") == Range(0, 2));
  CHECK(range("W>=3") == Range(3, 9));
  CHECK(range("W>3") == Range(4, 9));
  CHECK(range("W!=3") == Range(0, 9));
  CHECK(range("W<=99999") == Range(0, 9));
  for (const char* none : {"W<0", "W>9", "W>18446744073709551615"}) {
    INFO(none);
    CHECK(range(none).first > range(none).second);
  }
  CHECK(PieceCondition("W=3,b>1").is_range());
  CHECK_FALSE(PieceCondition("W=3,b!=1").is_range());
}

}  // namespace piece_count_test
