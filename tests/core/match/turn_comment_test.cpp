#include "core/match/turn_comment.h"

#include "core/match/terms.h"
#include "tests/catch.h"

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
  const auto bare = read_turn_comment("0.050s,\nnodes 7");
  REQUIRE(bare);
  CHECK((bare->evaluation.empty() && bare->seconds == 0.05 && bare->nodes == "7"));
  const auto brief = read_turn_comment("-M3/9 1.5s");
  REQUIRE(brief);
  CHECK((brief->nodes.empty() && brief->line.empty() && !brief->seconds_left));
}

TEST_CASE("turn comment: how late an answer came is a time") {
  const Terms terms = terms_of(parse_bot_spec("random movetime=50"));
  const std::string remark = "White " + late_text(terms, 36'200us).english();
  CHECK(remark == "White did not answer within 50 ms; the answer came 37 ms too late");
  CHECK(without_time(remark) == "White did not answer within 50 ms");
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
