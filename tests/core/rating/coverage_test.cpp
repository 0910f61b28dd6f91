#include "tests/core/rating/coverage.h"

#include "tests/catch.h"

using namespace schiri;

TEST_CASE("bt: errors cover the truth for openings of any spread", "[long]") {
  for (const coverage::Design& design : coverage::designs) {
    const coverage::Coverage seen = coverage::Simulation(design).run(2000);
    CAPTURE(design.players, design.rounds, design.deviation, design.nu);
    for (const double share : {seen.ratings, seen.differences}) {
      CHECK(share >= design.least);
      CHECK(share <= design.most);
    }
    CHECK(seen.first_move >= 0.93);
    CHECK(seen.first_move <= 0.99);
  }
}
