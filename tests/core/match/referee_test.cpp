#include "core/match/adjudication.h"
#include "core/match/play.h"
#include "core/match/pondering.h"
#include "core/match/terms.h"
#include "core/match/turn_comment.h"
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

namespace turn_comment_test {

using namespace std::chrono_literals;

/// A thought that expects these turns.
Thought thought_of(std::vector<std::string> turns) {
  Thought thought;
  thought.selective_depth = 9;
  thought.nodes = 12345;
  thought.nodes_a_second = 100'000;
  thought.lines = {{std::move(turns), {}, 0}};
  return thought;
}

TEST_CASE("turn comment: scores") {
  const auto value = [](int amount) { return score_text({Score::Kind::value, amount}); };
  CHECK(value(0) == "+0.00");
  CHECK(value(5) == "+0.05");
  CHECK(value(-120) == "-1.20");
  CHECK(value(-7) == "-0.07");
  CHECK(value(INT_MIN) == "-21474836.48");
  CHECK(score_text({Score::Kind::loss, 2}) == "-M2");
}

TEST_CASE("turn comment: the time is removed from comments of a match alone") {
  CHECK(without_time("+0.34/6 0.120s") == "+0.34/6");
  CHECK(without_time("-M12/3 100.000s") == "-M12/3");
  CHECK(without_time(thought_comment(Score{Score::Kind::value, -5}, 1, 1h)) == "-0.05/1");
  CHECK(without_time(thought_comment(std::nullopt, 0, 50ms)).empty());
  CHECK(thought_comment(std::nullopt, 3, 50ms) == "0.050s");
  CHECK(without_time("0.050s, nodes 7, nps 140, left 1.000s, pv a b") == "nodes 7, pv a b");
  for (const char* other : {"", "+", "+0.34/6", "0.050", "0.050s!", "5s", ".5s", "0.34/6 0.120s",
                            "+0.34/6 0.120s!", "+0.34 0.120s", "+.3/6 0.1s", "+0.34/6  0.120s",
                            "a +0.34/6 0.120s", "+M/3 0.1s", "+0.34/6 0.120", "+0.34/6 120s"}) {
    CHECK(without_time(other) == other);
  }
}

TEST_CASE("turn comment: the parts that a bot reported follow the time") {
  const Thought thought = thought_of({"A2+B3", "C7-C6"});
  CHECK(search_text(thought, 53200ms, {}) ==
        ", seldepth 9, nodes 12345, nps 100000, left 53.200s, pv A2+B3 C7-C6");
  CHECK(search_text(thought, {}, {}) == ", seldepth 9, nodes 12345, nps 100000, pv A2+B3 C7-C6");
  CHECK(search_text(thought, -5ms,
                    {.seldepth = false, .nodes = false, .nps = false, .line = false}) ==
        ", left 0.000s");
  CHECK(search_text(thought, 1s, {false, false, false, false, false}).empty());
  Thought more = thought;
  more.hash_fullness = 12;
  more.text = "as \"book\", pv {x}";
  CHECK(
      search_text(more, {}, *parse_comment_parts("all")) ==
      ", seldepth 9, nodes 12345, nps 100000, hashfull 12, pv A2+B3 C7-C6, text \"as \"book\", pv "
      "?x?\"");
  CHECK(search_text(more, {}, *parse_comment_parts("text")) == ", text \"as \"book\", pv ?x?\"");
  CHECK(search_text(more, {}, {}) == search_text(thought, {}, {}));
  more.text = std::string(1000, 'x');
  CHECK(search_text(more, {}, *parse_comment_parts("text")).size() < 220);
  CHECK(search_text({}, {}, {}).empty());
  CHECK(search_text(thought_of({}), {}, {}) == ", seldepth 9, nodes 12345, nps 100000");
}

TEST_CASE("turn comment: a long line of play is cut after a turn") {
  const std::string text = search_text(thought_of(std::vector<std::string>(500, "A2+B3")), {}, {});
  CHECK(text.size() < 450);
  CHECK(text.ends_with(" A2+B3 ..."));
  CHECK(search_text(thought_of({std::string(1000, 'x')}), {}, {}) ==
        ", seldepth 9, nodes 12345, nps 100000, pv ...");
}

TEST_CASE("turn comment: a bot's text can neither end a comment nor command other programs") {
  const std::string text = search_text(
      thought_of({"} 1-0", "{", "[%clk", "\x1b[2J", "D\xc3\xb6rte", "\n\n[Event"}), {}, {});
  CHECK(text == ", seldepth 9, nodes 12345, nps 100000, pv ??1-0 ? [?clk ?[2J D??rte ??[Event");
}

TEST_CASE("turn comment: parts are chosen by name") {
  const auto chosen = [](const char* text) {
    const auto parts = parse_comment_parts(text);
    REQUIRE(parts);
    return search_text(thought_of({"A"}), 1s, *parts);
  };
  CHECK(chosen("all") == ", seldepth 9, nodes 12345, nps 100000, left 1.000s, pv A");
  CHECK(chosen("short").empty());
  CHECK(chosen("pv,nodes") == ", nodes 12345, pv A");
  CHECK(chosen("nps,seldepth") == ", seldepth 9, nps 100000");
  for (const char* text : {"", ",", "nodes,", "all,pv", "PV", "none", "pv nodes"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_comment_parts(text));
  }
}

TEST_CASE("turn comment: what is written is read again, wrapped or not") {
  const std::string whole =
      "+0.34/6 0.120s" + search_text(thought_of({"A2+B3", "C7-C6", "left", "5.0s,"}), 53200ms, {});
  const std::string wrapped =
      "+0.34/6\n0.120s, seldepth 9,\nnodes 12345, nps\n100000,\r\nleft\n53.200s, pv\nA2+B3 C7-C6 "
      "left 5.0s,";
  for (const std::string& text : {whole, wrapped}) {
    CAPTURE(text);
    const auto read = read_turn_comment(text);
    REQUIRE(read);
    CHECK(read->evaluation == "+0.34/6");
    CHECK(read->seconds == 0.12);
    CHECK(read->seldepth == "9");
    CHECK(read->nodes == "12345");
    CHECK(read->nps == "100000");
    CHECK(read->seconds_left == 53.2);
    CHECK(read->line == "A2+B3 C7-C6 left 5.0s,");
    CHECK(without_time(text) == "+0.34/6, seldepth 9, nodes 12345, pv A2+B3 C7-C6 left 5.0s,");
  }
  const auto all =
      read_turn_comment("0.050s, hashfull 12, pv A2+B3\nC7-C6, text \"as \"book\", pv\nx\"");
  REQUIRE(all);
  CHECK(all->hash_fullness == "12");
  CHECK(all->line == "A2+B3 C7-C6");
  CHECK(all->text == "as \"book\", pv x");
  CHECK(without_time("+0.34/6 0.050s, hashfull 12, pv A, text \"x\"") == "+0.34/6, pv A");
  for (const char* other : {"0.050s, hashfull x", "0.050s, text \"x", "0.050s, text x\""}) {
    CHECK_FALSE(read_turn_comment(other));
  }
  const auto bare = read_turn_comment("0.050s,\nnodes 7");
  REQUIRE(bare);
  CHECK((bare->evaluation.empty() && bare->seconds == 0.05 && bare->nodes == "7"));
  const auto brief = read_turn_comment("-M3/9 1.5s");
  REQUIRE(brief);
  CHECK((brief->nodes.empty() && brief->line.empty() && !brief->seconds_left));
}

TEST_CASE("turn comment: those of cutechess and fastchess are read") {
  const struct {
    const char* text;
    const char* evaluation;
    double seconds;
    const char* remark;
  } rows[] = {
      {"+0.69/29 36s", "+0.69/29", 36, ""},
      {"0.00/31 12s", "0.00/31", 12, ""},
      {"+M5/12 0.035s", "+M5/12", 0.035, ""},
      {"36s", "", 36, ""},
      {"-M4/9 1.2s, White resigns", "-M4/9", 1.2, "White resigns"},
      {"0.00/9 1s, Draw by adjudication, both agreed", "0.00/9", 1,
       "Draw by adjudication, both agreed"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.text);
    const auto read = read_turn_comment(row.text);
    REQUIRE(read);
    CHECK(read->evaluation == row.evaluation);
    CHECK(read->seconds == row.seconds);
    CHECK(read->remark == row.remark);
  }
  for (const char* text : {"-M4/9 1.2s, White resigns", "0.00/31 1.2s", "36s"}) {
    CHECK(without_time(text) == text);
  }
  for (const char* other : {"36", "s", "0.00/31", "0.00/31 s", "0.00 12s", "1.2s White resigns"}) {
    CAPTURE(other);
    CHECK_FALSE(read_turn_comment(other));
  }
}

TEST_CASE("turn comment: how late an answer came is a time") {
  const Terms terms = terms_of(parse_bot_spec("random movetime=50"));
  const std::string remark = "White " + late_text(terms, 36'200us).english();
  CHECK(remark ==
        "White did not answer within 50 ms (margin 100 ms); the answer came 37 ms too late");
  CHECK(without_time(remark) == "White did not answer within 50 ms (margin 100 ms)");
  CHECK(without_time("White did not\nanswer within 50 ms; the\nanswer came 37 ms too late") ==
        "White did not answer within 50 ms");
  for (const char* other :
       {"the answer came 37 ms too late", "x; the answer came  ms too late",
        "x; the answer came x ms too late", "x; the answer came 3 ms too late."}) {
    CHECK(without_time(other) == other);
  }
}

TEST_CASE("turn comment: other comments are not a match's") {
  for (const char* text :
       {"", "good", "+0.34/6 0.120s, good", "+0.34/6 0.120s,nodes 5", "+0.34/6 0.120s nodes 5",
        "+0.34/6 0.120s, nodes", "+0.34/6 0.120s, nodes x", "+0.34/6 0.120s, left 5",
        "analysis: +0.34/6 0.120s"}) {
    CAPTURE(text);
    CHECK_FALSE(read_turn_comment(text));
    CHECK(without_time(text) == text);
  }
}

}  // namespace turn_comment_test
