#include "notation/typed/turn_parts.h"

#include "notation/game_types.h"
#include "tests/catch.h"

namespace turn_parts_test {

using namespace schiri;

using Words = std::vector<std::string>;

/// A game of this type and variant after this many random turns.
std::unique_ptr<Game> random_game(const GameType& type, std::string_view variant, int turns,
                                  Rng& rng) {
  auto game = type.start(type.draw_start(variant, rng));
  while (turns-- > 0 && !game->ending()) game->play(game->random_turn(rng));
  return game;
}

template <class Visitor>
void visit_random_games(const Visitor& visitor) {
  Rng rng(1);
  for (const GameType* type : game_types()) {
    for (const std::string_view variant : type->variants()) {
      for (const int turns : {0, 1, 2, 7, 20, 30, 40}) {
        const auto game = random_game(*type, variant, turns, rng);
        CAPTURE(type->name(), variant, game->position());
        if (!game->ending()) visitor(*game, rng);
      }
    }
  }
}

Words sorted(Words words) {
  std::sort(words.begin(), words.end());
  return words;
}

Words next_parts(std::string_view game, const std::string& position, std::string_view begun) {
  const auto parts = find_game(game)->start({"", position, ""})->turn_parts(begun);
  return parts ? sorted(parts->next) : Words{"none"};
}

TEST_CASE("turn parts: every combination of offered parts is a legal turn") {
  visit_random_games([](const Game& game, Rng& rng) {
    for (int i = 0; i < 10; ++i) {
      auto parts = game.turn_parts("");
      REQUIRE(parts);
      while (!parts->is_turn || (!parts->next.empty() && rng.below(3) > 0)) {
        REQUIRE_FALSE(parts->next.empty());
        parts = game.turn_parts(parts->begun + parts->next[rng.below(parts->next.size())]);
        REQUIRE(parts);
      }
      CAPTURE(parts->begun);
      CHECK_FALSE(game.clone()->play(parts->begun));
    }
  });
}

TEST_CASE("turn parts: every legal turn can be combined from offered parts") {
  visit_random_games([](const Game& game, Rng& rng) {
    for (int i = 0; i < 5; ++i) {
      const std::string turn = game.random_turn(rng);
      CAPTURE(turn);
      for (std::size_t at = 0; at < turn.size();) {
        const std::size_t end = std::min(turn.find_first_of(part_signs, at + 1), turn.size());
        const auto parts = game.turn_parts(turn.substr(0, at));
        REQUIRE(parts);
        const std::string part = turn.substr(at, end - at);
        CHECK(std::count(parts->next.begin(), parts->next.end(), part) == 1);
        at = end;
      }
      const auto whole = game.turn_parts(turn);
      REQUIRE(whole);
      CHECK(whole->is_turn);
    }
  });
}

TEST_CASE("turn parts: continuations of turns of each game") {
  const std::string dice = "BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW w 147 -";
  const auto [game, position, begun, expected] =
      GENERATE_COPY(table<std::string, std::string, std::string, Words>({
          {"creeper", "", "", {"A2", "A3", "B1", "C1", "E7", "F7", "G5", "G6"}},
          {"creeper", "", "A2", {"+B3", "-B2"}},
          {"creeper", "", "a2", {"+B3", "-B2"}},
          {"creeper", "", "E7-", {"D7", "E6"}},
          {"creeper", "", "A2+B3", {}},
          {"creeper", "", "A9", {"none"}},
          {"springerjagd", "", "b1", {"-a3", "-c3"}},
          {"springerjagd", "", "b1-c3/d1", {"/a2", "/b2", "/c1", "/c2", "/d2", "/e2", "/f2"}},
          {"more-or-less", "", "", {"O"}},
          {"sperre",
           dice,
           "",
           {"III2", "III5", "III6", "III7", "IV1", "IV3", "IV8", "IV9", "V3", "V4", "V6", "V8"}},
          {"sperre", dice, "IV8/1", {"2", "3", "4", "5", "6", "9"}},
          {"sperre", dice, "IV8/11", {"none"}},
          {"sperre", dice, "IV8/12", {"-21", "-22", "-23", "-24", "-31", "-32", "-33", "-34"}},
          {"sperre", dice, "IV8/12-31", {}},
      }));
  CAPTURE(game, begun);
  CHECK(next_parts(game, position, begun) == expected);
}

TEST_CASE("turn parts: no parts are offered after the end of the game") {
  const auto game =
      find_game("sperre")->start({"", "BBBBWBBBB/9/9/9/9/9/9/4B4/WWWW1WWWW b 147 3", ""});
  REQUIRE(game->ending());
  CHECK_FALSE(game->turn_parts(""));
}

}  // namespace turn_parts_test
