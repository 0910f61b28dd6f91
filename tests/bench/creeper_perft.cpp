#include "core/games/creeper/hooks.h"
#include "core/perft.h"
#include "tests/bench/harness.h"
#include "tests/bench/subjects.h"
#include "tests/core/games/creeper/positions.h"

// creeper-perft: leaves per second of Creeper's own perft on one thread, with the instructions of
// this processor and with portable code. The reference is the generic perft, which visits all turns
// and counts only those of the last ply. Both count the same leaves; Creeper's own perft searches
// one ply deeper, since it is much faster.

namespace schiri::bench {

namespace {

using creeper::Position;

struct Case {
  const char* name;
  const char* position;
  int depth;
};

constexpr Case cases[] = {
    {"start", "1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/6 w", 6},
    // Random games with twenty placed discs.
    {"middle, 6 and 6 pawns",
     "5W1/1B1B2W/B6/1W3W1/W3W2/5BB/3B3 1bbw2/b1bbww/3bbw/1ww2b/ww3b/1wwb2 b", 5},
    {"middle, 4 and 6 pawns", "7/4W2/BW4B/5B1/2W3B/3W2B/4B2 1bwbw1/b4w/1wb2w/bw2ww/ww1w1b/1www2 b",
     5},
    {"ending, 4 and 2 pawns", "7/2W4/6B/2W2W1/1W5/4B2/7 2bwbw/wbbbww/bwbwbb/wbwwwb/wwbbwb/bwbwb1 w",
     5},
    // Deep enough for threefold repetition.
    {"repetition, 1 and 1 pawn", "7/6B/7/7/7/7/1W5 6/6/6/6/6/6 w", 9},
};

Work leaves_by_own_perft(const Position& position, int depth) {
  return [=] { return static_cast<double>(creeper::perft(position, depth)); };
}

Work leaves_by_any_perft(const Position& position, int depth) {
  return [=] { return static_cast<double>(schiri::perft<Position>(position, depth)); };
}

Work leaves_by_portable_code(const Position& position) {
  return [=] {
    double leaves = 0;
    for (int i = 0; i < 100; ++i) {
      leaves += static_cast<double>(creeper::portable_leaf_counters().three_plies(position));
    }
    return leaves;
  };
}

constexpr double million = 1e6;

}  // namespace

void creeper_perft() {
  for (const Case& c : cases) {
    const Position position = creeper_test::position_of(c.position);
    const bool repeats = c.depth >= 9;
    report({std::string("creeper perft: ") + c.name, "M leaves/s", million,
            leaves_by_own_perft(position, c.depth), "perft for any game",
            leaves_by_any_perft(position, repeats ? c.depth : c.depth - 1)});
  }
  report({"creeper perft: start, any processor", "M leaves/s", million,
          leaves_by_portable_code(Position()), "perft for any game",
          leaves_by_any_perft(Position(), 4)});
}

}  // namespace schiri::bench
