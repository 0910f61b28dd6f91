#include "core/match/adjudication.h"

#include "core/match/play.h"
#include "tests/catch.h"
#include "tests/core/match/race_game.h"

namespace adjudication_test {

constexpr auto win = Score::Kind::win;
constexpr auto loss = Score::Kind::loss;

std::optional<Score> value(int hundredths) { return Score{Score::Kind::value, hundredths}; }

/// Adjudicates a game in which White and Black alternately report these scores. Returns the number
/// of turns and the verdict, `3 resignation 0-1`; empty if the game goes on.
std::string verdict_on(const Adjudicator& rules, const std::vector<std::optional<Score>>& scores) {
  Adjudicator adjudicator = rules;
  Side mover = Side::white;
  int played = 0;
  for (const auto& score : scores) {
    adjudicator.note(mover, score);
    mover = opponent(mover);
    if (const auto verdict = adjudicator.verdict(++played)) {
      return std::to_string(played) + ' ' + std::string(text_of(verdict->termination)) + ' ' +
             std::string(result_text(verdict->outcome));
    }
  }
  return "";
}

TEST_CASE("adjudication: rules are parsed and formatted") {
  CHECK(parse_resign_rule("score=600,turns=3") == ResignRule{600, 3, false});
  CHECK(parse_resign_rule("twosided,turns=1,score=1") == ResignRule{1, 1, true});
  CHECK(parse_draw_rule("score=0,turns=8") == DrawRule{0, 8, 0});
  CHECK(parse_draw_rule("after=40,score=10,turns=8") == DrawRule{10, 8, 40});
  for (const char* text : {"score=600,turns=3", "score=600,turns=3,twosided"}) {
    CHECK(write_rule(*parse_resign_rule(text)) == text);
  }
  for (const char* text : {"score=0,turns=8", "score=10,turns=8,after=40"}) {
    CHECK(write_rule(*parse_draw_rule(text)) == text);
  }
}

TEST_CASE("adjudication: reject invalid rules") {
  for (const char* text :
       {"", ",", "score=600", "turns=3", "score=600,turns=3,", "score=600,turns=0",
        "score=0,turns=3", "score=-600,turns=3", "score=600,turns=3,turns=3",
        "score=600,turns=3,twosided,twosided", "score=600,turns=3,after=4", "score=600,turns=3 ",
        "score=6e2,turns=3", "score,turns=3", "score=9999999999,turns=3", "scores=600,turns=3"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_resign_rule(text));
  }
  for (const char* text : {"", "score=10", "score=10,turns=0", "score=-1,turns=3",
                           "score=10,turns=8,twosided", "score=10,turns=8,after=-1"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_draw_rule(text));
  }
}

TEST_CASE("adjudication: a player that reports losing scores for enough turns resigns") {
  const Adjudicator rules(Adjudication{.resign = ResignRule{600, 2, false}});
  CHECK(verdict_on(rules, {value(-600), value(0), value(-700)}) == "3 resignation 0-1");
  CHECK(verdict_on(rules, {value(0), value(-600), value(5), value(-600)}) == "4 resignation 1-0");
  CHECK(verdict_on(rules, {Score{loss, 3}, value(0), Score{loss, 2}}) == "3 resignation 0-1");
  CHECK(verdict_on(rules, {value(-600), value(0), value(-599), value(0), value(-600)}).empty());
  CHECK(verdict_on(rules, {value(-600), value(0), std::nullopt, value(0), value(-600)}).empty());
  CHECK(verdict_on(rules, {value(-600), value(-600), value(0), value(0)}).empty());
  CHECK(verdict_on(rules, {value(900), value(900), Score{win, 1}, value(900)}).empty());
}

TEST_CASE("adjudication: a two-sided rule requires the opponent to agree") {
  const Adjudicator rules(Adjudication{.resign = ResignRule{600, 2, true}});
  const auto low = value(-600), high = value(600), level = value(0);
  CHECK(verdict_on(rules, {low, level, low, level, low, level}).empty());
  CHECK(verdict_on(rules, {low, high, low, high}) == "4 resignation 0-1");
  CHECK(verdict_on(rules, {level, Score{win, 4}, low, Score{win, 3}, low}) == "5 resignation 0-1");
  CHECK(verdict_on(rules, {low, std::nullopt, low, high, low}).empty());
}

TEST_CASE("adjudication: a game is drawn after enough level scores from a given turn on") {
  const Adjudicator rules(Adjudication{.draw = DrawRule{10, 4, 6}});
  const auto level = value(-10), more = value(11);
  CHECK(verdict_on(rules, {level, level, level, level, level, level}) == "6 agreement 1/2-1/2");
  CHECK(verdict_on(rules, {more, more, more, level, level, level, level}) == "7 agreement 1/2-1/2");
  CHECK(verdict_on(rules, {level, level, more, level, level, level}).empty());
  CHECK(verdict_on(rules, {level, level, std::nullopt, level, level, level}).empty());
  CHECK(verdict_on(rules, {Score{win, 1}, level, Score{loss, 1}, level, level, level}).empty());
}

TEST_CASE("adjudication: without rules no game is adjudicated") {
  const Adjudicator rules(Adjudication{});
  CHECK(verdict_on(rules, {value(0), Score{loss, 1}, value(-9999), Score{loss, 1}}).empty());
}

TEST_CASE("adjudication: the end by the rules of the game takes precedence") {
  class Pessimist final : public Player {
   public:
    void new_game(std::uint64_t) override {}
    Thought think(const Game&, const Limits&, const std::stop_token&) override {
      return {"1", Score{Score::Kind::value, -700}, 1, std::nullopt};
    }
  };
  Pessimist white, black;
  PlayOptions options;
  options.resign = ResignRule{600, 2, false};
  RaceGame long_game(99);
  const auto resigned = play_game(long_game, white, black, options, {});
  REQUIRE(resigned);
  CHECK(resigned->termination == Termination::resignation);
  CHECK(resigned->outcome == Outcome::black_wins);
  CHECK(resigned->remark == "White resigns: its last 2 evaluations were -6.00 or less");
  CHECK_FALSE(resigned->ending);
  CHECK_FALSE(resigned->culprit);
  CHECK(long_game.turns().size() == 3);
  CHECK(resigned->comments.size() == 3);
  RaceGame short_game(3);
  const auto finished = play_game(short_game, white, black, options, {});
  REQUIRE(finished);
  CHECK(finished->termination == Termination::normal);
  CHECK(finished->outcome == Outcome::white_wins);
}

}  // namespace adjudication_test
