#include "cli/io/progress.h"

#include "tests/catch.h"

using schiri::cli::progress_text;

TEST_CASE("progress: what it says") {
  CHECK(progress_text("games", 0, 0, 240, 0) == "0 of 240 games");
  CHECK(progress_text("games", 0, 0, 240, 5) == "0 of 240 games");
  CHECK(progress_text("games", 0, 120, 240, 60) == "120 of 240 games, 2.0 games/s, 1:00 left");
  CHECK(progress_text("games", 100, 120, 240, 1) == "120 of 240 games, 20 games/s, 0:06 left");
  CHECK(progress_text("games", 0, 1, 7300, 1) == "1 of 7300 games, 1.0 games/s, 2:01:39 left");
  CHECK(progress_text("games", 0, 1, UINT64_MAX, 1000) ==
        "1 of 18446744073709551615 games, 0.0 games/s, days left");
  CHECK(progress_text("games", 0, 5, 5, 1) == "5 of 5 games, 5.0 games/s, 0:00 left");
}
