#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "tests/bench/subjects.h"
#include "tests/programs/rating_simulation.h"

// coverage: how often the 95 % intervals of `ratings` hold the true ratings in simulated lists, for
// each design: in per cent on average and for the worst player, then the root mean square error of
// the ratings and the mean error shown. SCHIRI_BENCH_LISTS sets the number of lists (400).

namespace schiri::bench {

void coverage() {
  constexpr double more_lists = 2.5;
  const char* const wanted = std::getenv("SCHIRI_BENCH_LISTS");
  const int lists = wanted ? std::max(1, std::atoi(wanted)) : 400;
  std::printf("\n%-44s %6s %6s %7s %7s\n", "95 % intervals of ratings", "mean", "worst", "rms",
              "error");
  for (const auto& design : rating_simulation::designs()) {
    const auto number = design.is_joint ? static_cast<int>(more_lists * lists) : lists;
    const auto seen = rating_simulation::simulate(design, number);
    const bool is_promised = design.promise != rating_simulation::Promise::none;
    std::printf("%-44s %6.1f %6.1f %7.1f %7.1f%s\n", design.name, 100 * seen.mean, 100 * seen.worst,
                seen.rms, seen.error,
                !is_promised                   ? "  not promised"
                : seen.is_kept(design.promise) ? ""
                                               : "  FAILS");
    std::fflush(stdout);
  }
}

}  // namespace schiri::bench
