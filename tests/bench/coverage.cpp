#include "tests/core/rating/coverage.h"

#include <cstdio>

#include "tests/bench/subjects.h"
#include "tests/core/tournament/anytime_events.h"

namespace schiri::bench {

namespace {

/// How often everything holds that is told at any time, and what an adaptive event saves.
void anytime() {
  using namespace anytime_events;
  constexpr int events = 20;
  std::printf("\nintervals for every moment, %d events each, to hold in 0.95 at least\n", events);
  std::printf("players  distance    nu  openings' deviation  adaptive  round-robin\n");
  for (const Design& design : covered) {
    std::printf("%7zu  %8.0f  %4.1f  %19.0f  %8.2f  %11.2f\n", design.players, design.distance,
                design.nu, design.deviation, schiri::anytime_events::coverage(design, true, events),
                schiri::anytime_events::coverage(design, false, events));
  }
  std::printf("\nplayers  distance  about    games, adaptive  round-robin\n");
  for (const auto& [design, most] : compared) {
    std::printf("%7zu  %8.0f  %-7s  %15.0f  %11.0f\n", design.players, design.distance,
                design.about == AdaptiveTarget::ranks ? "ranks" : "ratings", games(design, true, 5),
                games(design, false, 5));
  }
}

}  // namespace

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
  anytime();
}

}  // namespace schiri::bench
