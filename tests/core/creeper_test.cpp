#include "core/creeper/position.h"
#include "core/perft.h"
#include "tests/catch.h"

using namespace schiri;

TEST_CASE("creeper: perft from the start") {
  const std::uint64_t expected[] = {1, 24, 572, 14876, 384824, 10703540};
  for (int depth = 0; depth <= 5; ++depth) {
    CHECK(perft(creeper::Position{}, depth) == expected[depth]);
  }
}
