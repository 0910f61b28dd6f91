#include "core/games/creeper/hooks.h"
#include "tests/catch.h"

namespace creeper_evaluation_test {

using namespace schiri::creeper;

Bits discs(std::initializer_list<Place> places) {
  Bits all = 0;
  for (const Place at : places) all |= bit(at);
  return all;
}

/// The reference: the number of octagons still to be claimed, by a search over all paths.
int shortest_by_search(const Position& position, Side side) {
  const Bits own = position.discs(side) | position.bases(side);
  const Bits closed = position.bases(opponent(side));
  std::vector<int> cost(64, 1000);
  const auto start = static_cast<Place>(std::countr_zero(position.bases(side)));
  const auto goal = static_cast<Place>(63 - std::countl_zero(position.bases(side)));
  cost[start] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (Place at = 0; at < 64; ++at) {
      for (const int step : {1, -1, 8, -8}) {
        const int to = at + step;
        if (cost[at] == 1000 || to < 0 || to > 63 || !(octagons & bit(Place(to)) & ~closed))
          continue;
        const int reached = cost[at] + !(own & bit(Place(to)));
        if (reached < cost[std::size_t(to)]) {
          cost[std::size_t(to)] = reached;
          changed = true;
        }
      }
    }
  }
  return cost[goal];
}

TEST_CASE("creeper evaluation: counts missing discs") {
  CHECK(missing_discs(Position(), Side::white) == 9);
  CHECK(missing_discs(Position(), Side::black) == 9);
  const Position one({0, 0}, {discs({place(1, 0)}), 0}, Side::white);
  CHECK(missing_discs(one, Side::white) == 8);
  CHECK(missing_discs(one, Side::black) == 9);
}

TEST_CASE("creeper evaluation: missing discs agree with a path search and with chains") {
  Rng rng(11);
  for (int round = 0; round < 3000; ++round) {
    const Variant variant{.bases = round % 3 ? Bases::white_ab12 : Bases::white_ab67};
    const Bits open = octagons & ~all_bases;
    const Bits white = rng() & rng() & open, black = rng() & open & ~white;
    const Position position({0, 0}, {white | (rng() & open & ~black & white), black}, Side::white,
                            variant);
    for (const Side side : {Side::white, Side::black}) {
      CHECK(missing_discs(position, side) == shortest_by_search(position, side));
      CHECK((missing_discs(position, side) == 0) == position.has_chain(side));
    }
  }
}

TEST_CASE("creeper evaluation: an evaluation does not depend on those before it") {
  std::vector<Position> positions;
  Rng rng(17);
  while (positions.size() < 20'000) {
    Position position(Variant{.bases = rng.below(2) ? Bases::white_ab12 : Bases::white_ab67});
    while (!position.ending() && positions.size() < 20'000) {
      positions.push_back(position);
      position.play(position.random_turn(rng));
    }
  }
  std::vector<int> values;
  for (const Position& position : positions) values.push_back(evaluate(position, Side::white));
  // Backwards, and each after one whose discs the evaluation may confuse with its own.
  for (std::size_t i = positions.size(); i-- > 0;) {
    REQUIRE(evaluate(positions[i], Side::white) == values[i]);
    (void)evaluate(positions[rng.below(positions.size())], Side::black);
    REQUIRE(evaluate(positions[i], Side::black) == -values[i]);
  }
}

TEST_CASE("creeper evaluation: a win at once is a turn that completes a chain") {
  Rng rng(23);
  int wins = 0;
  for (int round = 0; round < 20'000; ++round) {
    const Bits open = octagons & ~all_bases;
    const Bits white = (rng() | rng()) & open, black = rng() & open & ~white;
    const Bits own = rng() & rng() & squares, enemy = rng() & rng() & squares & ~own;
    const Position position({own, enemy}, {white, black}, Side::white,
                            Variant{.bases = round % 2 ? Bases::white_ab12 : Bases::white_ab67});
    if (position.ending() || position.has_chain(Side::white)) continue;
    const bool wins_at_once = !position.visit_turns([&](Turn turn) {
      Position next = position;
      next.play(turn);
      return !next.has_chain(Side::white);
    });
    REQUIRE(can_win_at_once(position) == wins_at_once);
    wins += wins_at_once;
  }
  CHECK(wins > 100);
}

TEST_CASE("creeper evaluation: the values of both sides add up to zero") {
  Rng rng(3);
  for (int round = 0; round < 100; ++round) {
    Position position;
    for (int turn = 0; turn < 60 && !position.ending(); ++turn) {
      position.play(position.random_turn(rng));
      CHECK(evaluate(position, Side::white) == -evaluate(position, Side::black));
    }
  }
}

}  // namespace creeper_evaluation_test
