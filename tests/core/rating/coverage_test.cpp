#include "tests/core/rating/coverage.h"

#include <algorithm>

#include "tests/catch.h"
#include "tests/core/rating/opening_events.h"

namespace rating_coverage_test {

using namespace schiri;

TEST_CASE("bt: errors cover the truth for openings of any spread", "[long]") {
  for (const coverage::Design& design : coverage::designs) {
    const coverage::Coverage seen = coverage::Simulation(design).run(2000);
    CAPTURE(design.players, design.rounds, design.deviation, design.nu);
    for (const double share : {seen.ratings, seen.differences}) {
      CHECK(share >= design.least);
      CHECK(share <= design.most);
    }
    if (seen.first_moves == 0) continue;
    CHECK(seen.first_move >= 0.93);
    CHECK(seen.first_move <= std::max(design.most, 0.99));
  }
}

TEST_CASE("bt: ratings and errors are right where openings vary", "[long]") {
  for (opening_events::Design design : opening_events::rated) {
    for (const double deviation : {0.0, 100.0, 200.0, 300.0}) {
      design.deviation = deviation;
      // Two players' errors are one.
      const int events = 1600 / static_cast<int>(design.players);
      const auto seen = opening_events::effects_coverage(design, events);
      CAPTURE(static_cast<int>(design.layout), design.players, design.openings, deviation);
      CHECK(seen.slope >= 0.95);
      CHECK(seen.slope <= 1.05);
      CHECK(seen.ratings >= 0.93);
      CHECK(seen.ratings <= 0.98);
    }
  }
}

TEST_CASE("bt: the error of White's advantage covers the truth", "[long]") {
  using namespace opening_events;
  // Where few games are decided, few results are possible, and intervals are wider than needed.
  struct Case {
    Design design;
    double most = 0.975;
  };
  constexpr Case cases[] = {{{Layout::round_robin, 4, 10, 0, 200}},
                            {{Layout::round_robin, 4, 20, 0.4, 100}},
                            {{Layout::round_robin, 4, 10, 0.8, 0}, 0.985},
                            {{Layout::round_robin, 4, 200, 0.8, 200}},
                            {{Layout::pairs, 6, 10, 0, 0}, 0.985},
                            {{Layout::pairs, 6, 10, 0.4, 200}, 0.985},
                            {{Layout::pairs, 6, 50, 0.8, 200}},
                            {{Layout::pairs, 6, 500, 0.4, 100}},
                            {{Layout::single_games, 8, 20, 0.4, 100}, 0.985},
                            {{Layout::single_games, 10, 50, 0, 200}},
                            {{Layout::single_games, 40, 200, 0.4, 0}}};
  for (const auto& [design, most] : cases) {
    const AdvantageCoverage seen = advantage_coverage(design, 2000);
    CAPTURE(static_cast<int>(design.layout), design.openings, design.draw_rate, design.deviation);
    CHECK(seen.shown > 1900);
    CHECK(seen.covered >= 0.935);
    CHECK(seen.covered <= most);
  }
}

}  // namespace rating_coverage_test
