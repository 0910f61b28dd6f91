#include "tests/core/rating/coverage.h"

#include <cstdio>

#include "core/base/decimals.h"
#include "tests/bench/subjects.h"

namespace schiri::bench {

/// The coverage of 95 % intervals and the errors of ratings in simulated lists.
void coverage() {
  using namespace schiri::coverage;
  constexpr int lists = 1000;
  std::printf("\ncoverage of 95 %% intervals, %d lists each\n", lists);
  std::printf("%-34s  ratings  worst player  rms error  first move\n", "design");
  for (const Design& design : designs) {
    const Coverage seen = Simulation(design).run(lists);
    std::printf("%-34s  %7.3f  %12.3f  %9.1f  %10s\n", design.name, seen.mean, seen.worst, seen.rms,
                seen.advantages == 0 ? "-" : fixed_text(seen.advantage, 3).c_str());
  }
}

}  // namespace schiri::bench
