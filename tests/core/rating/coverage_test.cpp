#include "tests/core/rating/coverage.h"

#include "tests/catch.h"

namespace rating_coverage_test {

TEST_CASE("bt: 95 % intervals cover the truth in all designs", "[long]") {
  for (const coverage::Design& design : coverage::designs) {
    const coverage::Coverage seen = coverage::Simulation(design).run(1000);
    CAPTURE(design.name);
    // The standard error of a player's share is 0.7 %, that of the mean up to as much.
    CHECK(seen.mean >= 0.925);
    CHECK(seen.mean <= 0.975);
    CHECK(seen.worst >= 0.9);
    if (seen.advantages == 0) continue;
    CHECK(seen.advantage >= 0.92);
    CHECK(seen.advantage <= 0.975);
  }
}

}  // namespace rating_coverage_test
