#include "tests/core/rating/coverage.h"

#include <cstdio>

#include "tests/bench/subjects.h"

namespace schiri::bench {

/// How often 95 % intervals of ratings hold the truth in simulated events, and between which
/// bounds they are held by the long tests.
void coverage() {
  std::printf("\ncoverage of 95 %% intervals, %d events each\n", 1000);
  std::printf(
      "players  rounds  openings' deviation    nu  ratings  differences  first move  bounds\n");
  for (const schiri::coverage::Design& design : schiri::coverage::designs) {
    const auto seen = schiri::coverage::Simulation(design).run(1000);
    std::printf("%7zu  %6llu  %19.0f  %4.1f  %7.3f  %11.3f  %10.3f  %.2f-%.3g\n", design.players,
                static_cast<unsigned long long>(design.rounds), design.deviation, design.nu,
                seen.ratings, seen.differences, seen.first_move, design.least, design.most);
  }
}

}  // namespace schiri::bench
