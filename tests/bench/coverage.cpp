#include "tests/core/rating/coverage.h"

#include <cstdio>

#include "tests/bench/subjects.h"
#include "tests/core/tournament/anytime_events.h"

namespace schiri::bench {

namespace {

/// The coverage of anytime intervals, and the games that an adaptive tournament saves.
void anytime() {
  using namespace anytime_events;
  constexpr int events = 20;
  std::printf("\nanytime intervals, %d tournaments each, required coverage 0.95\n", events);
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

/// The coverage of 95 % intervals of ratings in simulated tournaments, and the bounds of the long
/// tests.
void coverage() {
  std::printf("\ncoverage of 95 %% intervals, %d tournaments each\n", 1000);
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
