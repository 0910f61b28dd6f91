#include "core/perft.h"

#include "core/games/creeper/hooks.h"
#include "tests/catch.h"
#include "tests/core/games/creeper/positions.h"
#include "tests/data.h"
#include "tests/json.h"

namespace perft_test {

using namespace creeper_test;

TEST_CASE("creeper perft: agrees with figures of other programs") {
  const auto data = read_json_data("creeper-perft.json");
  REQUIRE(data["positions"].size() == 9);
  for (const auto& entry : data["positions"]) {
    const Position position = position_of(entry["position"].get<std::string>());
    for (const auto& [depth, turns] : entry["turns"].members()) {
      if (turns.get<std::uint64_t>() > 20'000'000) continue;
      INFO(entry["name"] << ", depth " << depth);
      CHECK(perft(position, std::stoi(depth)) == turns.get<std::uint64_t>());
    }
  }
}

TEST_CASE("creeper perft: turns are counted as they are visited") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    walk_randomly(seed, 300, [&](const Position& position) {
      CHECK(position.count_turns() == turns_of(position).size());
    });
  }
  Rng rng(1);
  for (int i = 0; i < 600; ++i) {
    const int white = static_cast<int>(rng.below(9)), black = static_cast<int>(rng.below(9));
    const Position position = any_position(white, black, static_cast<int>(rng.below(33)), rng);
    INFO(text_of(position));
    CHECK(position.count_turns() == turns_of(position).size());
  }
}

TEST_CASE("creeper perft: a finished chain of the side to move ends the game after any turn") {
  const Position position = position_of("6B/7/7/7/1W5/7/7 1wwww1/1w4/1w4/1w4/1w4/1w4 w");
  CHECK(perft(position, 0) == 1);
  CHECK(perft(position, 1) == 8);
  for (int depth = 2; depth <= 4; ++depth) CHECK(perft(position, depth) == 0);
}

TEST_CASE("creeper perft: counts by turn add up to the total") {
  for (const auto& [text, depth, total] :
       {std::tuple("1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/6 w", 5, 10703540u),
        // Deep enough for threefold repetition.
        std::tuple("7/6B/7/7/7/7/1W5 6/6/6/6/6/6 w", 9, 6808739u)}) {
    const Position position = position_of(text);
    std::uint64_t sum = 0;
    for (const Turn& turn : turns_of(position)) sum += perft_of_turn(position, turn, depth);
    CHECK(sum == total);
  }
  CHECK(perft_of_turn(Position(), turn_of("A3-B3"), 1) == 1);
}

TEST_CASE("creeper perft: a turn that ends the game has no continuations") {
  const Position position = position_of("6B/7/7/7/1W5/7/7 1wwww1/1w4/1w4/6/1w4/1w4 w");
  for (const int depth : {1, 2, 5}) {
    CHECK(perft_of_turn(position, turn_of("B3+C4"), depth) == (depth == 1 ? 1u : 0u));
  }
}

}  // namespace perft_test
