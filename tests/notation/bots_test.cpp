#include <map>

#include "notation/games.h"
#include "tests/catch.h"

using namespace schiri;

namespace {

std::unique_ptr<Player> bot(const GameType& type, const std::string& name) {
  BotSpec spec;
  spec.builtin = name;
  return type.make_bot(spec);
}

/// Plays one game and returns how it ended.
Outcome play(const GameType& type, Player& white, Player& black, std::uint64_t seed,
             std::vector<std::string>* turns = nullptr) {
  Rng chance(derive_seed(seed, 2));
  const auto game = type.start(type.draw_start("", chance));
  white.new_game(derive_seed(seed, 0));
  black.new_game(derive_seed(seed, 1));
  while (!game->ending()) {
    Player& mover = game->side_to_move() == Side::white ? white : black;
    REQUIRE_FALSE(game->play(mover.think(*game, {}, {}).turn));
  }
  if (turns) *turns = game->turns();
  return game->ending()->outcome;
}

}  // namespace

TEST_CASE("bots: an unknown one is refused, with the known ones") {
  BotSpec spec;
  spec.builtin = "genius";
  for (const GameType* type : game_types()) {
    CHECK_THROWS_WITH(type->make_bot(spec), contains_text("random, greedy"));
  }
}

TEST_CASE("bots: the same seed gives the same game, another seed another") {
  for (const GameType* type : game_types()) {
    for (const std::string_view name : builtin_bots()) {
      const auto white = bot(*type, std::string(name)), black = bot(*type, std::string(name));
      std::vector<std::string> first, again, other;
      play(*type, *white, *black, 1, &first);
      play(*type, *white, *black, 1, &again);
      play(*type, *white, *black, 2, &other);
      CHECK(first == again);
      CHECK(first != other);
    }
  }
}

TEST_CASE("bots: greedy takes the win it sees") {
  const GameType& creeper = *find_game("creeper");
  const auto game = creeper.start({"", "7/B6/7/7/7/7/1W2W2 4w1/4w1/4w1/4w1/4w1/1www2 w", ""});
  const auto greedy = bot(creeper, "greedy");
  greedy->new_game(1);
  const Thought thought = greedy->think(*game, {}, {});
  CHECK(thought.turn == "E1+F2");
  REQUIRE(thought.score);
  CHECK(thought.score->kind == Score::Kind::win);
  CHECK(thought.score->amount == 1);
}

TEST_CASE("bots: greedy beats random in more than nine of ten games") {
  for (const GameType* type : game_types()) {
    const auto greedy = bot(*type, "greedy"), random = bot(*type, "random");
    double points = 0;
    const int games = 100;
    for (int game = 0; game < games; ++game) {
      const bool first = game % 2 == 0;
      const Outcome outcome =
          play(*type, first ? *greedy : *random, first ? *random : *greedy, std::uint64_t(game));
      points += outcome == win_for(first ? Side::white : Side::black) ? 1
                : outcome == Outcome::draw                            ? 0.5
                                                                      : 0;
    }
    INFO(type->name() << ": " << points << " of " << games);
    CHECK(points > 0.9 * games);
  }
}
