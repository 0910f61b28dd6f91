#include "core/match/play.h"

#include "core/match/turn_comment.h"
#include "tests/catch.h"
#include "tests/core/match/race_game.h"

namespace match_play_test {

using namespace std::chrono_literals;

std::string termination_text(const std::optional<Termination>& termination) {
  return termination ? std::string(text_of(*termination)) : "";
}

Thought thought_of(const std::string& turn) { return {turn, std::nullopt, 0, std::nullopt}; }

std::optional<PlayedGame> play(Game& game, std::vector<Thought> white, std::vector<Thought> black,
                               const PlayOptions& options = {}) {
  ScriptedPlayer first(std::move(white)), second(std::move(black));
  return play_game(game, first, second, options, std::stop_token{});
}

TEST_CASE("play: a game ends by its rules") {
  RaceGame game(6);
  const auto played = play(game, {thought_of("3")}, {thought_of("3")});
  REQUIRE(played);
  CHECK(played->outcome == Outcome::black_wins);
  CHECK(played->ending == Ending{Outcome::black_wins, "goal"});
  CHECK(played->termination == Termination::normal);
  CHECK(played->remark.empty());
  CHECK(game.turns() == std::vector<std::string>{"3", "3"});
  REQUIRE(played->comments.size() == 2);
  for (const std::string& comment : played->comments) CHECK(read_turn_comment(comment));
}

TEST_CASE("turn comment: its seconds are the same alone and with all parts") {
  const struct {
    std::string comment;
    std::optional<double> seconds;
  } rows[] = {{"0.120s", 0.12},
              {"+2.20/1 0.000s", 0.0},
              {"+3.85/1\n0.250s", 0.25},
              {"-M3/12\r\n1.5s", 1.5},
              {"0.00/3 2s", 2.0},
              {"+1.00/2 0.1s, nodes 12, left 53.200s, pv A2+B3", 0.1},
              {"+1.00/2 0.1s, White resigns", 0.1},
              {"+1.00/2 0.1s, sunny", std::nullopt},
              {"+1.00/2 0.1sx", std::nullopt},
              {"+1.00/2", std::nullopt},
              {"1.5", std::nullopt},
              {"", std::nullopt},
              {"book", std::nullopt}};
  for (const auto& [comment, seconds] : rows) {
    CAPTURE(comment);
    CHECK(seconds_of_turn(comment) == seconds);
    const auto read = read_turn_comment(comment);
    CHECK((read ? std::optional(read->seconds) : std::nullopt) == seconds);
  }
}

TEST_CASE("play: a game is drawn by its rules") {
  RaceGame game(9);
  const auto played = play(game, {thought_of("3"), thought_of("1")}, {thought_of("3")});
  REQUIRE(played);
  CHECK(played->ending == Ending{Outcome::draw, "seven"});
}

TEST_CASE("play: a game with the maximum number of turns is drawn unless its rules end it") {
  RaceGame game(6);
  game.play("1");
  PlayOptions options;
  options.max_turns = 3;
  const auto played = play(game, {}, {}, options);
  REQUIRE(played);
  CHECK(played->outcome == Outcome::draw);
  CHECK_FALSE(played->ending);
  CHECK(played->termination == Termination::max_turns);
  CHECK(game.turns().size() == 3);
  CHECK(played->comments.size() == 3);

  RaceGame ends(3);
  CHECK(play(ends, {}, {}, options)->termination == Termination::normal);
}

TEST_CASE("play: an illegal answer loses the game") {
  const auto [white, black, outcome,
              remark] = GENERATE(table<std::string, std::string, Outcome, std::string>({
      {"4", "1", Outcome::black_wins, "White answered \"4\": not 1 to 3"},
      {"1", "xx\n\x1b}", Outcome::white_wins, "Black answered \"xx???\": not a turn of the game"},
      {"", "1", Outcome::black_wins, "White answered \"\": not a turn of the game"},
  }));
  RaceGame game(99);
  const auto played = play(game, {thought_of(white)}, {thought_of(black)});
  REQUIRE(played);
  CHECK(played->outcome == outcome);
  CHECK(played->termination == Termination::illegal_move);
  CHECK(played->remark == remark);
  CHECK_FALSE(played->ending);
  CHECK(played->comments.size() == game.turns().size());
}

TEST_CASE("play: a player may resign before its time is up") {
  const bool is_late = GENERATE(false, true);
  RaceGame game(99);
  auto now = 0ns;
  PlayOptions options;
  options.clock = [&] { return now += is_late ? 9s : 1s; };
  options.work = [&] { return now; };
  options.terms[1].limits.move_time = 2s;
  const auto played = play(game, {thought_of("1")}, {thought_of("resign")}, options);
  REQUIRE(played);
  CHECK(played->outcome == Outcome::white_wins);
  CHECK(termination_text(played->termination) == (is_late ? "time forfeit" : "resignation"));
  CHECK(played->culprit.has_value() == is_late);
  CHECK(played->remark ==
        (is_late ? "Black did not answer within 2000 ms; the answer came 7000 ms too late"
                 : "Black resigns"));
  CHECK(game.turns().size() == 1);
  CHECK(played->comments.size() == 1);
}

TEST_CASE("play: comments contain evaluation and depth and time") {
  RaceGame game(4);
  auto now = 5s + 0ns;
  PlayOptions options;
  options.clock = [&] { return now += 60ms + 500us; };
  const auto played = play(game, {{"1", Score{Score::Kind::value, 34}, 6}, thought_of("1")},
                           {{"1", Score{Score::Kind::win, 3}, 12}, thought_of("1")}, options);
  REQUIRE(played);
  CHECK(played->comments ==
        std::vector<std::string>{"+0.34/6 0.060s", "+M3/12 0.060s", "0.060s", "0.060s"});
}

/// Answers `1` for some turns, then fails.
class FailingPlayer final : public Player {
 public:
  FailingPlayer(int good, bool at_start) : good_(good), at_start_(at_start) {}

  void new_game(std::uint64_t) override {}
  void make_ready(const std::stop_token&) override {
    if (at_start_) throw PlayerFailure(Termination::time_forfeit, "did not answer\n within 1 s}");
  }
  Thought think(const Game&, const Limits&, const std::stop_token&) override {
    if (good_-- > 0) return {"1", std::nullopt, 0, std::nullopt};
    throw PlayerFailure(Termination::crash, "ended with status 1");
  }
  OutputTail dismiss() override { return {"errors", "> x\n"}; }

 private:
  int good_;
  bool at_start_;
};

TEST_CASE("play: a player that fails loses and its last output is kept") {
  const bool at_start = GENERATE(false, true);
  RaceGame game(99);
  ScriptedPlayer white;
  FailingPlayer black(2, at_start);
  const auto played = play_game(game, white, black, {}, {});
  REQUIRE(played);
  CHECK(played->outcome == Outcome::white_wins);
  CHECK(played->culprit == Side::black);
  CHECK(played->termination == (at_start ? Termination::time_forfeit : Termination::crash));
  CHECK(played->remark ==
        (at_start ? "Black did not answer? within 1 s?" : "Black ended with status 1"));
  CHECK(played->output_tail.standard_error == "errors");
  CHECK(game.turns().size() == (at_start ? 0 : 5));
}

TEST_CASE("play: a player whose clock runs out loses") {
  RaceGame game(99);
  auto now = 0s + 0ns;
  PlayOptions options;
  options.clock = [&] { return now += 100ms; };
  options.work = [&] { return now; };
  options.terms[1] = terms_of(parse_bot_spec("random tc=0.25+0.01 margin=10"));
  ScriptedPlayer white, black;
  const auto played = play_game(game, white, black, options, {});
  REQUIRE(played);
  // The clock has 260, 170 and 80 milliseconds. The third turn exceeds the clock and the margin.
  CHECK(played->culprit == Side::black);
  CHECK(played->termination == Termination::time_forfeit);
  CHECK(played->remark ==
        "Black ran out of time (0.25+0.01, margin 10 ms); the answer came 20 ms too late");
  CHECK(played->times[1] == std::vector<std::chrono::nanoseconds>{100ms, 100ms, 100ms});
}

TEST_CASE("play: players get their limits and their clock times and their seeds") {
  class Listener final : public Player {
   public:
    void new_game(std::uint64_t seed) override { seed_ = seed; }
    Thought think(const Game&, const Limits& limits, const std::stop_token&) override {
      heard.push_back(limits);
      return {"1", std::nullopt, 0, 30ms};
    }
    std::vector<Limits> heard;
    std::uint64_t seed_ = 0;
  };
  RaceGame game(4);
  PlayOptions options;
  options.terms[0] = terms_of(parse_bot_spec("random tc=2/1+0.1 depth=3"));
  options.terms[1] = terms_of(parse_bot_spec("random nodes=7"));
  options.seeds = {5, 6};
  Listener white, black;
  REQUIRE(play_game(game, white, black, options, {}));
  CHECK(white.seed_ == 5);
  CHECK(black.seed_ == 6);
  REQUIRE(white.heard.size() == 2);
  CHECK(white.heard[0].depth == 3);
  CHECK(white.heard[0].clocks == Limits::Clocks{1100ms, 1100ms, 100ms, 100ms, 2});
  CHECK(white.heard[1].clocks == Limits::Clocks{1170ms, 1170ms, 100ms, 100ms, 1});
  CHECK(black.heard[0].nodes == 7);
  CHECK_FALSE(black.heard[0].clocks);
}

TEST_CASE("play: a stopped game has no result") {
  RaceGame game(99);
  ScriptedPlayer white, black;
  std::stop_source stop;
  stop.request_stop();
  CHECK_FALSE(play_game(game, white, black, {}, stop.get_token()));
}

TEST_CASE("play: random turns stop at the end of the game") {
  Rng rng(1);
  RaceGame open(99);
  CHECK(play_random_turns(open, 2, rng));
  CHECK(open.turns().size() == 2);
  RaceGame ends_before(1);
  CHECK_FALSE(play_random_turns(ends_before, 2, rng));
  RaceGame ends_with(1);
  CHECK_FALSE(play_random_turns(ends_with, 1, rng));
}

TEST_CASE("play: turns of the user alternate with turns of a player") {
  RaceGame game(6);
  ScriptedPlayer black({thought_of("2"), thought_of("3")});
  const PlayOptions options;
  Play play(game, {nullptr, &black}, options);
  play.begin({});
  CHECK_FALSE(play.is_over());
  play.answer(thought_of("1"), 1s);
  play.take_turn({});
  CHECK(game.turns() == std::vector<std::string>{"1", "2"});
  play.take_back(2);
  CHECK(game.turns().empty());
  CHECK(play.result().comments.empty());
  play.answer(thought_of("3"), 1s);
  play.take_turn({});
  CHECK(play.is_over());
  CHECK(play.result().outcome == Outcome::black_wins);
  REQUIRE(play.result().comments.size() == 2);
  CHECK(play.result().comments[0].empty());
  CHECK(read_turn_comment(play.result().comments[1]));
}

TEST_CASE("play: taking back turns restores the clocks") {
  RaceGame game(20);
  PlayOptions options;
  options.terms[0].clock = TimeControl{{{2, 10s, 1s}}};  // the time is added again after two turns
  Play play(game, {nullptr, nullptr}, options);
  play.begin({});
  const auto is_at = [&](std::chrono::nanoseconds left, int turns_to_go) {
    return play.clock(Side::white)->left() == left &&
           play.clock(Side::white)->turns_to_go() == turns_to_go &&
           play.clock(Side::black) == nullptr;
  };
  for (const auto& time : {3s, 1s, 4s, 1s}) play.answer(thought_of("1"), time);
  CHECK(is_at(16s, 2));
  play.take_back(2);
  CHECK(is_at(9s, 1));
  play.answer(thought_of("1"), 2s);
  CHECK(is_at(18s, 2));
  play.take_back(1);
  CHECK(is_at(9s, 1));
  play.take_back(2);
  CHECK(is_at(11s, 2));
  // Clock times before the play began are unknown. The clock keeps its time.
  RaceGame begun(20);
  begun.play("1");
  Play later(begun, {nullptr, nullptr}, options);
  later.clock(Side::white)->set(6s, 1);
  later.take_back(1);
  CHECK(later.clock(Side::white)->left() == 6s);
}

TEST_CASE("play: a late or illegal answer of the user loses") {
  const bool late = GENERATE(false, true);
  RaceGame game(6);
  PlayOptions options;
  options.terms[0].clock = TimeControl{{{std::nullopt, 5s, 0s}}};
  Play play(game, {nullptr, nullptr}, options);
  play.begin({});
  play.answer(late ? thought_of("1") : thought_of("x"), late ? 6s : 1s);
  CHECK(play.is_over());
  CHECK(play.result().termination ==
        (late ? Termination::time_forfeit : Termination::illegal_move));
  CHECK(play.result().outcome == Outcome::black_wins);
  if (late) {
    CHECK(play.result().remark == "White ran out of time (); the answer came 1000 ms too late");
  }
}

TEST_CASE("play: whoever gives no answer is not told how late it came") {
  RaceGame game(6);
  PlayOptions options;
  options.terms[0] = terms_of(parse_bot_spec("random movetime=50"));
  Play play(game, {nullptr, nullptr}, options);
  play.begin({});
  play.answer({}, 2s);
  CHECK(play.result().remark == "White did not answer within 50 ms (margin 100 ms)");
}

TEST_CASE("play: the caller can end the game") {
  RaceGame game(6);
  const PlayOptions options;
  Play play(game, {nullptr, nullptr}, options);
  play.begin({});
  play.end(Outcome::draw, Termination::agreement, "both want it");
  CHECK(play.is_over());
  CHECK(play.result().termination == Termination::agreement);
  CHECK(play.result().remark == "both want it");
  CHECK_FALSE(play.result().culprit);
}

TEST_CASE("play: a descheduled referee neither loses a game nor adds time") {
  struct Turn {
    std::chrono::nanoseconds time, descheduled;
  };
  // The clock has five seconds, a turn six seconds, and the margin is a tenth of a second.
  const auto [turns, expected] = GENERATE(table<std::vector<Turn>, std::string>({
      {{{4s, 0s}}, ""},
      {{{6s, 0s}}, "time forfeit"},
      {{{6s, 800ms}}, "time forfeit"},
      {{{5200ms, 200ms}}, "void"},
      {{{6200ms, 1200ms}}, "void"},
      {{{6200ms, 1ms}}, "time forfeit"},
      {{{4s, 800ms}, {1950ms, 0s}}, "time forfeit"},
      {{{4s, 800ms}, {1800ms, 0s}}, "void"},
      {{{4s, 800ms}, {1s, 0s}}, ""},
      {{{4s, 800ms}, {2s, 100ms}}, "void"},
  }));
  RaceGame game(99);
  PlayOptions options;
  options.terms[0].clock = TimeControl{{{std::nullopt, 5s, 0s}}};
  options.terms[0].limits.move_time = 6s;
  options.terms[0].margin = 100ms;
  Play play(game, {nullptr, nullptr}, options);
  play.begin({});
  std::string verdict;
  for (const Turn& turn : turns) {
    Thought thought = thought_of("1");
    thought.descheduled = turn.descheduled;
    try {
      play.answer(thought, turn.time);
    } catch (const InfrastructureError&) {
      verdict = "void";
    }
    if (verdict.empty() && !play.is_over()) play.answer(thought_of("1"), 0s);
  }
  CHECK((verdict.empty() ? termination_text(play.result().termination) : verdict) == expected);
  if (expected.empty()) {
    CHECK(play.clock(Side::white)->left() == (turns.size() == 1 ? 1s : 0s));
  }
}

TEST_CASE("play: a game is void if the thread of a built-in bot did not run") {
  const auto worked = GENERATE(50ms, 100ms);
  RaceGame game(99);
  PlayOptions options;
  auto now = 0ns + 0s, work = 0ns + 0s;
  options.clock = [&] { return now += 100ms; };
  options.work = [&] { return work += worked; };
  options.terms[0].limits.move_time = 40ms;
  options.terms[0].margin = 20ms;
  ScriptedPlayer white, black;
  const auto played = play_game(game, white, black, options, {});
  REQUIRE(played);
  CHECK(played->termination ==
        (worked == 50ms ? Termination::void_game : Termination::time_forfeit));
}

TEST_CASE("play: a timeout is void if the referee was descheduled for more than the margin") {
  const auto [descheduled, expected] = GENERATE(table<std::chrono::nanoseconds, std::string>(
      {{0ms, "time forfeit"}, {100ms, "time forfeit"}, {101ms, "void"}}));
  class Silent final : public Player {
   public:
    explicit Silent(std::chrono::nanoseconds time) : descheduled_(time) {}
    void new_game(std::uint64_t) override {}
    Thought think(const Game& at, const Limits&, const std::stop_token&) override {
      if (!at.turns().empty()) throw PlayerFailure(Termination::time_forfeit, "ran out of time");
      Thought thought = thought_of("1");
      thought.time = 1s;
      thought.descheduled = descheduled_;
      return thought;
    }

   private:
    std::chrono::nanoseconds descheduled_;
  };
  RaceGame game(99);
  PlayOptions options;
  options.terms[0].clock = TimeControl{{{std::nullopt, 5s, 0s}}};
  options.terms[0].margin = 100ms;
  Silent white(descheduled);
  ScriptedPlayer black;
  CHECK(termination_text(play_game(game, white, black, options, {})->termination) == expected);
}

}  // namespace match_play_test
