#include "core/perft.h"

#include "core/games/creeper/hooks.h"
#include "tests/catch.h"
#include "tests/core/games/creeper/positions.h"
#include "tests/data.h"
#include "tests/json.h"

namespace perft_test {

using namespace creeper_test;

/// The general perft: it visits every turn and tests every position for an ending.
std::uint64_t oracle(const Position& position, int depth) {
  return schiri::perft<Position>(position, depth);
}

void compare(const Position& position, int depth) {
  INFO(text_of(position) << " to depth " << depth);
  for (int i = 0; i <= depth; ++i) CHECK(creeper::perft(position, i) == oracle(position, i));
}

void compare_counters(const Position& position) {
  if (position.ending() || position.has_chain(position.side_to_move())) return;
  INFO(text_of(position));
  for (const LeafCounters& counters : {portable_leaf_counters(), best_leaf_counters()}) {
    CHECK(counters.two_plies(position) == oracle(position, 2));
    CHECK(counters.three_plies(position) == oracle(position, 3));
  }
}

/// A position in which the opponent owns the last disc that the side needs for a chain: discs
/// change owners one by one until there is a chain, and the last change is undone.
Position near_chain(Side side, Rng& rng) {
  const auto pawns = [&] { return 1 + static_cast<int>(rng.below(8)); };
  const int white = pawns(), black = pawns();
  const Position drawn = any_position(white, black, 32, rng);
  const Side mover = rng.below(2) == 0 ? side : opponent(side);
  Bits own = drawn.discs(side), other = drawn.discs(opponent(side)), changed = 0;
  const auto position = [&] {
    const bool is_white = side == Side::white;
    return Position({drawn.pawns(Side::white), drawn.pawns(Side::black)},
                    {is_white ? own : other, is_white ? other : own}, mover);
  };
  while (!position().has_chain(side)) own |= changed = draw_places(other, 1, rng);
  own &= ~changed;
  other |= changed;
  return position();
}

TEST_CASE("creeper perft: agrees with figures of other programs") {
  const auto data = read_json_data("creeper-perft.json");
  REQUIRE(data["positions"].size() == 9);
  for (const auto& entry : data["positions"]) {
    const Position position = position_of(entry["position"].get<std::string>());
    for (const auto& [depth, turns] : entry["turns"].members()) {
      INFO(entry["name"] << ", depth " << depth);
      CHECK(creeper::perft(position, std::stoi(depth)) == turns.get<std::uint64_t>());
      if (turns.get<std::uint64_t>() < 20'000'000) {
        CHECK(oracle(position, std::stoi(depth)) == turns.get<std::uint64_t>());
      }
    }
  }
}

TEST_CASE("creeper perft: all counters agree in random games") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    int turn = 0;
    walk_randomly(seed, 300, [&](const Position& position) {
      if (turn++ % 3 == 0) compare_counters(position);
      if (turn % 20 == 0) compare(position, 4);
    });
  }
}

TEST_CASE("creeper perft: all counters agree on random placements") {
  Rng rng(1);
  for (int i = 0; i < 600; ++i) {
    const int white = static_cast<int>(rng.below(9)), black = static_cast<int>(rng.below(9));
    const Position position = any_position(white, black, static_cast<int>(rng.below(33)), rng);
    compare(position, 2);
    compare_counters(position);
  }
}

TEST_CASE("creeper perft: agrees in endings with few pawns") {
  Rng rng(2);
  for (int i = 0; i < 40; ++i) {
    const int white = static_cast<int>(rng.below(3)), black = static_cast<int>(rng.below(3));
    compare(any_position(white, black, static_cast<int>(rng.below(33)), rng), 4);
  }
}

TEST_CASE("creeper perft: agrees if the next turns finish chains") {
  std::uint64_t at_once = 0;
  Rng rng(3);
  for (int i = 0; i < 150; ++i) {
    const Position position = near_chain(i % 2 == 0 ? Side::white : Side::black, rng);
    compare(position, 3);
    compare_counters(position);
    for (const Turn& turn : turns_of(position)) {
      at_once += after(position, text_of(turn)).ending_after(turn).has_value();
    }
  }
  CHECK(at_once > 50);
}

TEST_CASE("creeper perft: the ninth disc finishes the shortest chain") {
  for (const char* text : {"6B/7/7/7/1W5/7/7 1wwww1/1w4/1w4/6/1w4/1w4 w",
                           "6B/7/7/7/1W5/7/7 1wwww1/1w4/1w4/6/1w4/1w4 b",
                           "6W/7/7/7/1B5/7/7 1b4/1b4/1b4/6/1b4/1bbbb1 b"}) {
    compare(position_of(text), 4);
    compare_counters(position_of(text));
  }
}

TEST_CASE("creeper perft: a finished chain of the side to move ends the game after any turn") {
  const Position position = position_of("6B/7/7/7/1W5/7/7 1wwww1/1w4/1w4/1w4/1w4/1w4 w");
  CHECK(creeper::perft(position, 0) == 1);
  CHECK(creeper::perft(position, 1) == 8);
  for (int depth = 2; depth <= 4; ++depth) CHECK(creeper::perft(position, depth) == 0);
}

TEST_CASE("creeper perft: detects repetitions between irreversible turns too") {
  // Positions of few turns allow a great depth for the general count. They have all discs, none and
  // some.
  for (const char* text :
       {"7/7/7/7/B6/W6/7 1bwbw1/wbwbwb/bwbwbw/wbwbwb/bwbwbw/1wbwb1 w",
        "B6/7/7/7/7/7/1W5 6/6/6/6/6/6 b", "7/7/7/7/7/W5B/7 6/6/6/6/b4w/1w2b1 w"}) {
    const Position position = position_of(text);
    INFO(text);
    CHECK(creeper::perft(position, 9) == oracle(position, 9));
  }
}

TEST_CASE("creeper perft: counts by turn add up to the total") {
  const Position start;
  std::uint64_t sum = 0;
  for (const Turn& turn : turns_of(start)) sum += creeper::perft_of_turn(start, turn, 5);
  CHECK(sum == 10703540);

  const Position repeating = position_of("7/6B/7/7/7/7/1W5 6/6/6/6/6/6 w");
  sum = 0;
  for (const Turn& turn : turns_of(repeating)) {
    const auto share = creeper::perft_of_turn(repeating, turn, 9);
    CHECK(share == schiri::perft_of_turn<Position>(repeating, turn, 9));
    sum += share;
  }
  CHECK(sum == 6808739);
  CHECK(creeper::perft_of_turn(start, turn_of("A3-B3"), 1) == 1);
}

TEST_CASE("creeper perft: a turn that ends the game has no continuations") {
  const Position position = position_of("6B/7/7/7/1W5/7/7 1wwww1/1w4/1w4/6/1w4/1w4 w");
  CHECK(creeper::perft_of_turn(position, turn_of("B3+C4"), 1) == 1);
  CHECK(creeper::perft_of_turn(position, turn_of("B3+C4"), 2) == 0);
  CHECK(creeper::perft_of_turn(position, turn_of("B3+C4"), 5) == 0);
}

}  // namespace perft_test
