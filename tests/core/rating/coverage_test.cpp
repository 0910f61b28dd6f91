#include "tests/catch.h"
#include "tests/programs/rating_simulation.h"

namespace rating_coverage_test {

TEST_CASE("bt: 95 % intervals hold the truth as promised", "[long]") {
  for (const rating_simulation::Design& design : rating_simulation::designs()) {
    if (design.promise == rating_simulation::Promise::none) continue;
    const auto seen = rating_simulation::simulate(design, design.is_joint ? 1000 : 400);
    CAPTURE(design.name, seen.mean, seen.worst);
    CHECK(seen.is_kept(design.promise) == !design.is_missed);
  }
}

}  // namespace rating_coverage_test
