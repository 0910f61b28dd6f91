#include <cstdio>

#include "tests/bench/subjects.h"
#include "tests/core/rating/sprt_simulation.h"

namespace schiri::bench {

namespace {

using sprt_simulation::Design;

void print(const Design& design, int tests) {
  const auto shares = sprt_simulation::Simulation(design).run(tests);
  std::printf("%5.0f %5.0f  %-10s  %-5s  %5.1f  %6.1f  %8.1f  %5.3f  %5.3f  %6.3f\n", design.elo0,
              design.elo1, design.model == rating::SprtModel::logistic ? "logistic" : "normalized",
              design.pairs ? "pairs" : "games", design.draw_rate, design.truth, shares.units,
              shares.above, shares.covered, shares.naive);
}

/// Strengths below both bounds, at them, between them and far above.
void print_truths(Design design, int tests) {
  const double width = design.elo1 - design.elo0;
  for (const double place : {-1.0, 0.0, 0.5, 1.0, 2.0, 3.0}) {
    design.truth = design.elo0 + place * width;
    print(design, tests);
  }
}

}  // namespace

/// How often the estimate after a sequential test is above the truth, and how often its interval
/// covers the truth; with how often the naive estimate is above it.
void sprt_estimates() {
  constexpr int tests = 1000;
  std::printf(
      "\nestimates after %d sequential tests each: shares above the truth (0.5) and of\n"
      "intervals that cover it (0.95), and shares of naive estimates above it\n",
      tests);
  std::printf(" elo0  elo1  model       units  draws   truth    number  above  cover   naive\n");
  constexpr double bounds[][2] = {{0, 200}, {0, 100}, {0, 20}, {0, 10}, {0, 5}, {-5, 0}};
  for (const auto& [elo0, elo1] : bounds) {
    for (const double draws : {0.0, 0.4, 0.8}) print_truths({elo0, elo1, draws, 0}, tests);
  }
  print({0, 20, 0, 170}, tests);
  for (const auto model : {rating::SprtModel::logistic, rating::SprtModel::normalized}) {
    for (const bool pairs : {false, true}) print_truths({0, 50, 0.4, 0, pairs, model}, tests);
  }
}

}  // namespace schiri::bench
