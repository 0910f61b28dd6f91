#include "core/match/play.h"

#include "tests/catch.h"
#include "tests/core/match/race_game.h"

using namespace schiri;
using namespace std::chrono_literals;

namespace {

Thought say(const std::string& turn) { return {turn, std::nullopt, 0}; }

std::optional<PlayedGame> play(Game& game, std::vector<Thought> white, std::vector<Thought> black,
                               const PlayOptions& options = {}) {
  ScriptedPlayer first(std::move(white)), second(std::move(black));
  return play_game(game, first, second, options, std::stop_token{});
}

}  // namespace

TEST_CASE("play: the rules end a game") {
  RaceGame game(6);
  const auto played = play(game, {say("3")}, {say("3")});
  REQUIRE(played);
  CHECK(played->outcome == Outcome::black_wins);
  CHECK(played->ending == Ending{Outcome::black_wins, "goal"});
  CHECK(played->termination == "normal");
  CHECK(played->remark.empty());
  CHECK(game.turns() == std::vector<std::string>{"3", "3"});
  CHECK(played->comments == std::vector<std::string>{"", ""});
}

TEST_CASE("play: a draw by the rules") {
  RaceGame game(9);
  const auto played = play(game, {say("3"), say("1")}, {say("3")});
  REQUIRE(played);
  CHECK(played->ending == Ending{Outcome::draw, "seven"});
}

TEST_CASE("play: the most turns make a draw, opening included, unless the rules end it there") {
  RaceGame game(6);
  game.play("1");
  PlayOptions options;
  options.max_turns = 3;
  const auto played = play(game, {}, {}, options);
  REQUIRE(played);
  CHECK(played->outcome == Outcome::draw);
  CHECK_FALSE(played->ending);
  CHECK(played->termination == "max turns");
  CHECK(game.turns().size() == 3);
  CHECK(played->comments.size() == 3);

  RaceGame ends(3);
  CHECK(play(ends, {}, {}, options)->termination == "normal");
}

TEST_CASE("play: an answer that is no legal turn loses") {
  const auto [white, black, outcome, remark] =
      GENERATE(table<std::string, std::string, Outcome, std::string>({
          {"4", "1", Outcome::black_wins, "White answered \"4\": not 1 to 3"},
          {"1", "xx\n\x1b}", Outcome::white_wins,
           "Black answered \"xx???\": this is no turn of the game"},
          {"", "1", Outcome::black_wins, "White answered \"\": this is no turn of the game"},
      }));
  RaceGame game(99);
  const auto played = play(game, {say(white)}, {say(black)});
  REQUIRE(played);
  CHECK(played->outcome == outcome);
  CHECK(played->termination == "illegal move");
  CHECK(played->remark == remark);
  CHECK_FALSE(played->ending);
  CHECK(played->comments.size() == game.turns().size());
}

TEST_CASE("play: comments hold evaluation, depth and the time it took") {
  RaceGame game(4);
  auto now = 5s + 0ns;
  PlayOptions options;
  options.clock = [&] { return now += 60ms + 500us; };
  const auto played = play(game, {{"1", Score{Score::Kind::value, 34}, 6}, say("1")},
                           {{"1", Score{Score::Kind::win, 3}, 12}, say("1")}, options);
  REQUIRE(played);
  CHECK(played->comments == std::vector<std::string>{"+0.34/6 0.060s", "+M3/12 0.060s", "", ""});
}

TEST_CASE("play: a stopped game leaves nothing") {
  RaceGame game(99);
  ScriptedPlayer white, black;
  std::stop_source stop;
  stop.request_stop();
  CHECK_FALSE(play_game(game, white, black, {}, stop.get_token()));
}

TEST_CASE("play: scores as text") {
  const auto value = [](int amount) { return score_text({Score::Kind::value, amount}); };
  CHECK(value(0) == "+0.00");
  CHECK(value(5) == "+0.05");
  CHECK(value(-120) == "-1.20");
  CHECK(value(-7) == "-0.07");
  CHECK(value(INT_MIN) == "-21474836.48");
  CHECK(score_text({Score::Kind::loss, 2}) == "-M2");
}

TEST_CASE("play: times are taken out of comments that hold one, and of no others") {
  CHECK(without_time("+0.34/6 0.120s") == "+0.34/6");
  CHECK(without_time("-M12/3 100.000s") == "-M12/3");
  CHECK(without_time(thought_comment({Score::Kind::value, -5}, 1, 1h)) == "-0.05/1");
  for (const char* other :
       {"", "+", "+0.34/6", "0.34/6 0.120s", "+0.34/6 0.120s!", "+0.34 0.120s", "+.3/6 0.1s",
        "+0.34/6  0.120s", "a +0.34/6 0.120s", "+M/3 0.1s", "+0.34/6 0.120", "+0.34/6 120s"}) {
    CHECK(without_time(other) == other);
  }
}

TEST_CASE("play: random turns stop where the game does") {
  Rng rng(1);
  RaceGame open(99);
  CHECK(play_random_turns(open, 2, rng));
  CHECK(open.turns().size() == 2);
  RaceGame ends_before(1);
  CHECK_FALSE(play_random_turns(ends_before, 2, rng));
  RaceGame ends_with(1);
  CHECK_FALSE(play_random_turns(ends_with, 1, rng));
}
