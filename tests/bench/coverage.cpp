#include "tests/core/rating/coverage.h"

#include <cstdio>

#include "core/base/decimals.h"
#include "tests/bench/subjects.h"
#include "tests/core/rating/opening_events.h"

namespace schiri::bench {

namespace {

constexpr const char* layouts[] = {"round-robin", "pairs", "single games"};

/// How often the interval of White's advantage covers the truth; designs in which it is never shown
/// are left out.
void advantage() {
  using namespace opening_events;
  constexpr int events = 2000;
  std::printf("\ncoverage of White's advantage, %d events each, shown in\n", events);
  std::printf("layout        players  openings  draws  deviation  shown  coverage\n");
  for (const Layout layout : {Layout::round_robin, Layout::pairs, Layout::single_games}) {
    for (const std::uint64_t openings : {1u, 5u, 10u, 20u, 50u, 200u, 500u}) {
      const std::size_t players = layout == Layout::round_robin ? 4
                                  : layout == Layout::pairs
                                      ? 6
                                      : std::max<std::size_t>(8, openings / 5);
      for (const double draw_rate : {0.0, 0.4, 0.8}) {
        for (const double deviation : {0.0, 100.0, 200.0}) {
          const AdvantageCoverage seen =
              advantage_coverage({layout, players, openings, draw_rate, deviation}, events);
          if (seen.shown == 0) continue;
          std::printf("%-12s  %7zu  %8llu  %5.1f  %9.0f  %5d  %8.3f\n",
                      layouts[static_cast<std::size_t>(layout)], players,
                      static_cast<unsigned long long>(openings), draw_rate, deviation, seen.shown,
                      seen.covered);
        }
      }
    }
  }
}

/// Whether ratings keep their scale where openings vary, and how often intervals cover the truth.
void opening_effects() {
  using namespace opening_events;
  constexpr int events = 500;
  std::printf("\nrandom effects of openings, %d events each\n", events);
  std::printf(
      "layout       players  openings  draws  deviation  slope  ratings  first move  fitted\n");
  for (Design design : rated) {
    for (const double deviation : {0.0, 100.0, 200.0, 300.0}) {
      design.deviation = deviation;
      const EffectsCoverage seen = effects_coverage(design, events);
      std::printf("%-11s  %7zu  %8llu  %5.1f  %9.0f  %5.3f  %7.3f  %10.3f  %6.0f\n",
                  layouts[static_cast<std::size_t>(design.layout)], design.players,
                  static_cast<unsigned long long>(design.openings), design.draw_rate, deviation,
                  seen.slope, seen.ratings, seen.advantage, seen.deviation);
    }
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
    std::printf("%7zu  %6llu  %19.0f  %4.1f  %7.3f  %11.3f  %10s  %.2f-%.3g\n", design.players,
                static_cast<unsigned long long>(design.rounds), design.deviation, design.nu,
                seen.ratings, seen.differences,
                seen.first_moves == 0 ? "-" : fixed_text(seen.first_move, 3).c_str(), design.least,
                design.most);
  }
  advantage();
  opening_effects();
}

}  // namespace schiri::bench
