#include "core/match/pondering.h"

#include "core/match/play.h"
#include "tests/catch.h"
#include "tests/core/match/race_game.h"

namespace pondering_test {

/// Plays `1`, expects one turn of its opponent, and records the calls.
class RecordingPlayer final : public Player {
 public:
  RecordingPlayer(std::string expected, std::vector<std::string>& calls)
      : expected_(std::move(expected)), calls_(calls) {}

  void new_game(std::uint64_t) override { calls_.push_back("new game"); }
  Thought think(const Game& game, const Limits& limits, const std::stop_token& stop) override {
    const bool until_stopped = limits.nodes == UINT64_MAX;
    std::string what = until_stopped ? "ponder" : "think";
    for (const std::string& turn : game.turns()) what += ' ' + turn;
    calls_.push_back(what);
    while (until_stopped && !stop.stop_requested()) std::this_thread::yield();
    Thought thought{"1", std::nullopt, 0};
    thought.expected = expected_;
    return thought;
  }
  void ponder(const Game& game, const Limits&, const std::stop_token&) override {
    calls_.push_back("may ponder after " + std::to_string(game.turns().size()));
  }
  void rest() override { calls_.push_back("rest"); }

 private:
  std::string expected_;
  std::vector<std::string>& calls_;
};

TEST_CASE("pondering: the expected turn is the reported one or the second of the best line") {
  Thought thought{"a", std::nullopt, 0};
  CHECK(expected_turn(thought).empty());
  thought.lines = {{{"a", "b", "c"}, {}, 0}, {{"d", "e"}, {}, 0}};
  CHECK(expected_turn(thought) == "b");
  thought.expected = "x";
  CHECK(expected_turn(thought) == "x");
  thought.expected.clear();
  for (const std::vector<std::string>& line :
       {std::vector<std::string>{}, std::vector<std::string>{"a"},
        std::vector<std::string>{"d", "b"}}) {
    thought.lines = {{line, {}, 0}};
    CHECK(expected_turn(thought).empty());
  }
}

TEST_CASE("pondering: a turn that ends the game or is illegal leaves nothing to ponder") {
  RaceGame game(3);
  game.play("1");
  CHECK_FALSE(game_after(game, "4"));
  CHECK_FALSE(game_after(game, ""));
  CHECK_FALSE(game_after(game, "2"));
  REQUIRE(game_after(game, "1"));
  CHECK(game_after(game, "1")->turns() == std::vector<std::string>{"1", "1"});
}

TEST_CASE("pondering: a player may ponder during its opponent's turn and rests at the end") {
  std::vector<std::string> white, black;
  RecordingPlayer first("", white), second("", black);
  RaceGame game(3);
  REQUIRE(play_game(game, first, second, {}, {}));
  CHECK(white ==
        std::vector<std::string>{"new game", "think", "may ponder after 1", "think 1 1", "rest"});
  CHECK(black == std::vector<std::string>{"new game", "may ponder after 0", "think 1",
                                          "may ponder after 2", "rest"});
  white.clear();
  RaceGame again(3);
  std::stop_source stop;
  stop.request_stop();
  CHECK_FALSE(play_game(again, first, second, {}, stop.get_token()));
  CHECK(white.back() == "rest");
}

TEST_CASE("pondering: a built-in player ponders on the turn that it expects") {
  std::vector<std::string> calls;
  PonderingPlayer player(std::make_unique<RecordingPlayer>("2", calls));
  RaceGame game(20);
  player.new_game(1);
  player.ponder(game, {}, {});  // no turn is expected yet
  player.think(game, {}, {});
  game.play("1");
  player.ponder(game, {}, {});
  player.ponder(game, {}, {});  // the player already ponders
  game.play("3");
  player.think(game, {}, {});
  player.rest();
  player.ponder(game, {}, {});  // the game is over
  CHECK(calls == std::vector<std::string>{"new game", "think", "ponder 1 2", "think 1 3"});
}

}  // namespace pondering_test
