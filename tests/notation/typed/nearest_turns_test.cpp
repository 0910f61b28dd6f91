#include "notation/typed/nearest_turns.h"

#include "core/base/random.h"
#include "notation/game_types.h"
#include "tests/catch.h"
#include "tests/edit_table.h"

namespace nearest_turns_test {

using namespace schiri;

std::string advice(const std::string& text, const std::vector<std::string>& turns) {
  NearestTurns nearest(text);
  for (const std::string& turn : turns) nearest.look_at(turn);
  return nearest.advice();
}

std::string advice_in(const char* game, const std::string& text) {
  const std::string message = find_game(game)->start({})->play(text).value().message;
  const std::size_t at = message.find("; legal and near it: ");
  return at == message.npos ? "" : message.substr(at + 21);
}

TEST_CASE("nearest turns: a turn that differs by one letter or in case is near") {
  CHECK(advice("A2-A9", {"B3+C4", "A2-A3"}) == "legal and near it: A2-A3");
  CHECK(advice("a2-aa3", {"B3+C4", "A2-A3"}) == "legal and near it: A2-A3");
  CHECK(advice("A2A3", {"B3+C4", "A2-A3"}) == "legal and near it: A2-A3");
}

TEST_CASE("nearest turns: only the nearest turns are named and at most three") {
  CHECK(advice("A2-A9", {"A2-B2", "A2-A3", "A2-A1"}) == "legal and near it: A2-A3, A2-A1");
  CHECK(advice("A2-A9", {"A2-A3", "A2-B2"}) == "legal and near it: A2-A3");
  CHECK(advice("A2-A9", {"A2-A1", "A2-A2", "A2-A3", "A2-A4"}) ==
        "legal and near it: A2-A1, A2-A2, A2-A3");
}

TEST_CASE("nearest turns: no turn is named if most letters differ") {
  CHECK(advice("A2-A9", {}).empty());
  CHECK(advice("A2-A9", {"A3+B4"}).empty());
  CHECK(advice("Q", {"A2", "O"}) == "legal and near it: O");
  CHECK(advice("QQ", {"OO"}).empty());
  CHECK(advice("", {"O"}).empty());
  CHECK(advice(std::string(25, 'A'), {std::string(24, 'A')}).empty());
  CHECK(advice(std::string(24, 'A'), {std::string(23, 'A')}) ==
        "legal and near it: " + std::string(23, 'A'));
}

TEST_CASE("nearest turns: distances agree with the full table") {
  Rng rng(7);
  const auto draw = [&](std::size_t most) {
    std::string text(1 + rng.below(most), 'a');
    for (char& letter : text) letter = static_cast<char>('a' + rng.below(3));
    return text;
  };
  for (int i = 0; i < 20'000; ++i) {
    const std::string text = draw(i % 2 ? 7 : 24), turn = draw(i % 2 ? 7 : 24);
    const std::size_t most = text.size() < 4 ? 1 : 2;
    CAPTURE(text, turn);
    CHECK(advice(text, {turn}).empty() == (plain_distance(text, turn) > most));
  }
}

TEST_CASE("nearest turns: named in positions with few turns that are not over") {
  CHECK(advice_in("creeper", "A2*B3") == "A2+B3");
  CHECK(advice_in("more-or-less", "0") == "O");
  CHECK(advice_in("springerjagd", "b1-a3//f2-c4").empty());
}

}  // namespace nearest_turns_test
