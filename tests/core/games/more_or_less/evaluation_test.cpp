#include "core/games/more_or_less/board.h"
#include "core/games/more_or_less/hooks.h"
#include "tests/catch.h"
#include "tests/core/games/more_or_less/positions.h"

namespace more_or_less_evaluation_test {

using namespace more_or_less_tests;

TEST_CASE("more or less evaluation: the hop count is that of the lines of the rules") {
  Rng rng(5);
  for (const BoardSize size : {BoardSize::points_51, BoardSize::points_31}) {
    Position position(size);
    while (!position.ending()) {
      const Bits taken = position.stones(Side::white) | position.stones(Side::black);
      const auto is_free = [&](const std::string& name) { return !(taken & bit(point(name))); };
      int hops = 0;
      for (const auto& line : straight_lines(size == BoardSize::points_31)) {
        for (std::size_t i = 0; i + 2 < line.size(); ++i) {
          const bool over = !is_free(line[i + 1]);
          hops += over && is_free(line[i]) && is_free(line[i + 2]) ? 2 : 0;
        }
      }
      CHECK(count_hops(position) == hops);
      position.play(position.random_turn(rng));
    }
  }
}

TEST_CASE("more or less evaluation: the number of hops of each point is that of its targets") {
  Rng rng(7);
  std::vector<Bits> sets;
  const Bits points = board_of(BoardSize::points_51).points();
  for (int i = 0; i < 3000; ++i) sets.push_back(i % 3 ? rng() & points : rng() & rng() & points);
  for (int round = 0; round < 20'000; ++round) {
    // The points of the small board are points of the other.
    const BoardSize size = rng.below(2) ? BoardSize::points_51 : BoardSize::points_31;
    const Board& board = board_of(size);
    const Bits kept = round % 2 ? board_of(BoardSize::points_31).points() : board.points();
    const Bits occupied = sets[rng.below(sets.size())] & kept;
    const HopCounts& counts = hop_counts(size, occupied);
    const Hops hops(board, occupied);
    Bits any = 0;
    int total = 0;
    for (const Point at : places(board.points())) {
      const int hops_of_point = std::popcount(hops.from(at, at));
      REQUIRE(counts.total(bit(at)) == hops_of_point);
      total += hops_of_point;
      if (hops_of_point > 0) any |= bit(at);
    }
    REQUIRE(counts.total(board.points()) == total);
    REQUIRE(counts.any() == any);
  }
}

TEST_CASE("more or less evaluation: the values of both sides add up to zero") {
  Rng rng(3);
  for (const BoardSize size : {BoardSize::points_51, BoardSize::points_31}) {
    for (int game = 0; game < 5; ++game) {
      Position position(size);
      while (!position.ending()) {
        position.play(position.random_turn(rng));
        CHECK(evaluate(position, Side::white) == -evaluate(position, Side::black));
      }
    }
  }
}

TEST_CASE("more or less evaluation: near the end fewer stones are better") {
  for (int white = 8; white < 12; ++white) {
    const auto with = [](int count) { return moving("E0", "D0", "C1 A2", Side::black, 22, count); };
    CHECK(evaluate(with(white), Side::white) > evaluate(with(white + 1), Side::white));
  }
}

}  // namespace more_or_less_evaluation_test
