#include "notation/text/point_system.h"

#include "tests/catch.h"

namespace point_system_test {

using namespace schiri;

TEST_CASE("point system: the short form and named values") {
  CHECK(read_point_system("3-1-0") == PointSystem{30, 10, 0, 0, 0, {}});
  CHECK(read_point_system("1-0.5-0") == PointSystem());
  CHECK(read_point_system("1-½-0") == PointSystem());
  CHECK(read_point_system("3-1-0,bye=1") == PointSystem{30, 10, 0, 0, 0, 10});
  CHECK(read_point_system("win=3, draw=1, forfeit=0.5, absence=0.2") ==
        PointSystem{30, 10, 0, 2, 5, {}});
  CHECK(read_point_system("bye=0.5") == PointSystem{10, 5, 0, 0, 0, 5});
  // What is not given is as usual, but not the bye.
  CHECK(read_point_system("win=3", {20, 10, 0, 0, 0, 10}) == PointSystem{30, 10, 0, 0, 0, {}});
}

TEST_CASE("point system: the text is read as the same values") {
  for (const PointSystem& points :
       {PointSystem(), PointSystem{30, 10, 0, 0, 0, {}}, PointSystem{30, 15, 1, 2, 5, 25}}) {
    CHECK(read_point_system(point_system_text(points)) == points);
  }
  CHECK(point_system_text({30, 10, 0, 0, 0, {}}) == "3-1-0");
  CHECK(point_system_text({30, 15, 0, 2, 5, 10}) == "3-1.5-0,bye=1,forfeit=0.5,absence=0.2");
  CHECK(tenths_text(125) == "12.5");
  CHECK(tenths_text(30) == "3");
}

TEST_CASE("point system: other texts are refused") {
  for (const char* text : {"", "3", "3-1", "3-1-0-0", "3-1-x", "3-1--1", "3-1-0.25", "3-1-0.",
                           "a-b-c", "win=", "win=-1", "win=3,win=2", "3-1-0,win=2", "won=3", "=3",
                           "99999-1-0", "3-1-0,", "3-1-0.-1", "3–1–0"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(read_point_system(text), std::invalid_argument);
  }
}

}  // namespace point_system_test
