#include "notation/nearest_turns.h"

#include <vector>

#include "notation/games.h"
#include "tests/catch.h"

namespace schiri {

namespace {

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

}  // namespace

TEST_CASE("nearest turns: one letter changed, put in or left out, small letters as capitals") {
  CHECK(advice("A2-A9", {"B3+C4", "A2-A3"}) == "; legal and near it: A2-A3");
  CHECK(advice("a2-aa3", {"B3+C4", "A2-A3"}) == "; legal and near it: A2-A3");
  CHECK(advice("A2A3", {"B3+C4", "A2-A3"}) == "; legal and near it: A2-A3");
}

TEST_CASE("nearest turns: the nearest alone are named, three of them at most, in their order") {
  CHECK(advice("A2-A9", {"A2-B2", "A2-A3", "A2-A1"}) == "; legal and near it: A2-A3, A2-A1");
  CHECK(advice("A2-A9", {"A2-A3", "A2-B2"}) == "; legal and near it: A2-A3");
  CHECK(advice("A2-A9", {"A2-A1", "A2-A2", "A2-A3", "A2-A4"}) ==
        "; legal and near it: A2-A1, A2-A2, A2-A3");
}

TEST_CASE("nearest turns: nothing where most would have to be changed") {
  CHECK(advice("A2-A9", {}).empty());
  CHECK(advice("A2-A9", {"A3+B4"}).empty());
  CHECK(advice("Q", {"A2", "O"}) == "; legal and near it: O");
  CHECK(advice("QQ", {"OO"}).empty());
  CHECK(advice("", {"O"}).empty());
  CHECK(advice(std::string(25, 'A'), {std::string(24, 'A')}).empty());
  CHECK(advice(std::string(24, 'A'), {std::string(25, 'A')}).empty());
  CHECK(advice(std::string(24, 'A'), {std::string(23, 'A')}) ==
        "; legal and near it: " + std::string(23, 'A'));
}

TEST_CASE("nearest turns: told where a position has few turns, not after the end") {
  CHECK(advice_in("creeper", "A2*B3") == "A2+B3");
  CHECK(advice_in("more-or-less", "0") == "O");
  CHECK(advice_in("springerjagd", "b1-a3//f2-c4").empty());
}

}  // namespace schiri
