#include "core/ugi/protocol.h"

#include "core/base/random.h"
#include "core/process/line_buffer.h"
#include "core/ugi/player.h"
#include "core/ugi/thinking.h"
#include "tests/catch.h"

namespace protocol_test {

using namespace std::chrono_literals;

TEST_CASE("ugi: words of a line") {
  CHECK(ugi::words(" a\tbc  d\r") == std::vector<std::string_view>{"a", "bc", "d"});
  CHECK(ugi::words("").empty());
  CHECK(ugi::words("  ").empty());
  CHECK(ugi::first_word("  go on") == "go");
  CHECK(ugi::after_words("id name  A B ", 2) == "A B");
  CHECK(ugi::after_words("id", 2).empty());
}

TEST_CASE("ugi: options") {
  const auto spin = ugi::read_option("option name Clear Hash type spin default 16 min 1 max 1024");
  REQUIRE(spin);
  CHECK(spin->name == "Clear Hash");
  CHECK(spin->type == "spin");
  CHECK(spin->default_value == "16");
  const ugi::UgiOption combo{"Style", "combo", "Very Solid", {"Very Solid", "Risky"}};
  CHECK(ugi::write_option(combo) ==
        "option name Style type combo default Very Solid var Very Solid var Risky");
  CHECK(ugi::read_option(ugi::write_option(combo)) == combo);
  CHECK(ugi::read_option("option name Empty type string default")->default_value.empty());
  CHECK(ugi::write_option({"Reset", "button", "", {}}) == "option name Reset type button");
  for (const char* line : {"", "option", "option name", "option name type", "options name x"}) {
    CHECK_FALSE(ugi::read_option(line));
  }
}

TEST_CASE("ugi: settings") {
  CHECK(ugi::read_setting("setoption name Book File value /a b/c") ==
        ugi::Setting{"Book File", "/a b/c"});
  CHECK(ugi::read_setting("setoption name Reset") == ugi::Setting{"Reset", ""});
  CHECK(ugi::write_setting("A", "b c") == "setoption name A value b c");
  CHECK_FALSE(ugi::read_setting("setoption"));
  CHECK_FALSE(ugi::read_setting("setoption name"));
  CHECK_FALSE(ugi::read_setting("setoption name value 3"));
}

TEST_CASE("ugi: positions") {
  CHECK(ugi::read_position_command("position startpos") == ugi::PositionCommand{});
  const ugi::PositionCommand all{"a/b w 147 -", {"x", "y"}};
  CHECK(ugi::write_position_command(all) == "position fen a/b w 147 - moves x y");
  CHECK(ugi::read_position_command(ugi::write_position_command(all)) == all);
  const ugi::PositionCommand turns{std::nullopt, {"x"}};
  CHECK(ugi::read_position_command(ugi::write_position_command(turns)) == turns);
  CHECK(ugi::read_position_command("position startpos moves") == ugi::PositionCommand{});
  CHECK(ugi::read_position_command("position  fen  a/b   w ")->start == "a/b   w");
  CHECK_FALSE(ugi::read_position_command("position"));
  CHECK_FALSE(ugi::read_position_command("position here"));
}

TEST_CASE("ugi: limits are formatted and parsed") {
  Limits limits;
  CHECK(ugi::write_limits(limits) == "go infinite");
  CHECK(ugi::read_limits("go infinite") == limits);
  CHECK(ugi::read_limits("go") == limits);
  limits.nodes = 5;
  CHECK(ugi::write_limits(limits) == "go nodes 5");
  limits.depth = 3;
  limits.move_time = 20ms;
  limits.clocks = {1000ms, 2000ms, 10ms, 20ms, std::nullopt};
  CHECK(ugi::write_limits(limits) ==
        "go p1time 1000 p2time 2000 p1inc 10 p2inc 20 movetime 20 depth 3 nodes 5");
  CHECK(ugi::read_limits(ugi::write_limits(limits)) == limits);
  limits.clocks->turns_to_go = 7;
  CHECK(ugi::read_limits(ugi::write_limits(limits)) == limits);
  const std::string pondering = ugi::write_limits(limits, ugi::GoMode::ponder);
  CHECK(pondering.starts_with("go ponder p1time 1000 "));
  CHECK(ugi::read_limits(pondering) == limits);
  CHECK(ugi::write_limits({}, ugi::GoMode::ponder) == "go ponder infinite");
  CHECK(ugi::has_word(pondering, "ponder"));
  CHECK_FALSE(ugi::has_word("go pondering", "ponder"));
}

TEST_CASE("ugi: limits are accepted in any order") {
  const Limits limits =
      ugi::read_limits("go movestogo 7 p2inc 20 p1inc 10 p2time 2000 p1time 1000");
  REQUIRE(limits.clocks);
  CHECK(*limits.clocks == Limits::Clocks{1000ms, 2000ms, 10ms, 20ms, 7});
  CHECK_FALSE(ugi::read_limits("go movestogo 7").clocks);
}

TEST_CASE("ugi: invalid limits are ignored or clamped") {
  CHECK(ugi::read_limits("go nodes") == Limits{});
  CHECK(ugi::read_limits("go nodes x depth y movetime z p1time w") == Limits{});
  CHECK(ugi::read_limits("go nodes 99999999999999999999999").nodes == UINT64_MAX);
  CHECK(ugi::read_limits("go movetime -5").move_time == 0ms);
  CHECK(ugi::read_limits("go movetime 99999999999999999999").move_time > 1h);
  CHECK(ugi::read_limits("go ponder 3 depth 4").depth == 4);
  CHECK(ugi::read_limits("go ponder movetime 5 mate 3 infinite nodes 6 ponder").move_time == 5ms);
  CHECK(ugi::read_limits("go ponder movetime 5 mate 3 infinite nodes 6 ponder").nodes == 6);
}

TEST_CASE("ugi: bounds of spin options are formatted and parsed") {
  const ugi::UgiOption option{"Multi PV", "spin", "1", {}, 1, 500};
  CHECK(ugi::write_option(option) == "option name Multi PV type spin default 1 min 1 max 500");
  CHECK(ugi::read_option(ugi::write_option(option)) == option);
  CHECK_FALSE(ugi::read_option("option name x type spin default 1 min a max b")->least);
}

TEST_CASE("ugi: scores are from the bot's side and mates in its own turns") {
  const auto score = [](const std::string& line) {
    const auto info = ugi::read_info(line);
    REQUIRE(info);
    return info->score ? std::to_string(static_cast<int>(info->score->kind)) + ":" +
                             std::to_string(info->score->amount)
                       : std::string("none");
  };
  CHECK(score("info score cp -34") == "0:-34");
  CHECK(score("info score mate 1") == "1:1");
  CHECK(score("info score mate 5") == "1:3");
  CHECK(score("info score mate -2") == "2:1");
  CHECK(score("info score mate -6") == "2:3");
  CHECK(score("info score cp") == "none");
  CHECK(score("info score cp x") == "none");
  CHECK(score("info score cp 99999999999") == "0:2147483647");
  CHECK(score("info score cp +700") == "0:700");
  CHECK(score("info score cp 1.5 depth 3") == "0:2");
  CHECK(score("info score cp -70.4") == "0:-70");
  CHECK(score("info score cp 1e300") == "0:2147483647");
  CHECK(score("info score mate +5") == "1:3");
  for (const char* none : {"+", "+-3", "++3", "nan", "inf", "1.5x"}) {
    CHECK(score(std::string("info score cp ") + none) == "none");
  }
  CHECK(score("info string score cp 5") == "none");
  CHECK(score("info pv a b score cp 5") == "0:5");
  const auto all = ugi::read_info(
      "info depth 4 seldepth 9 score cp 20 lowerbound nodes 7 time 8 multipv 2 pv a b");
  REQUIRE(all);
  CHECK(all->depth == 4);
  CHECK(all->selective_depth == 9);
  CHECK(all->nodes == 7);
  CHECK(all->milliseconds == 8);
  CHECK(all->rank == 2);
  CHECK(all->bound);
  CHECK(all->pv == "a b");
  const auto remarked = ugi::read_info("info hashfull 12 pv a string depth 3  is little ");
  REQUIRE(remarked);
  CHECK(remarked->hash_fullness == 12);
  CHECK(remarked->pv == "a");
  CHECK(remarked->text == "depth 3  is little");
  CHECK_FALSE(remarked->depth);
  CHECK_FALSE(ugi::read_info("information"));
}

TEST_CASE("ugi: formatted info parses to the same info") {
  for (const Score score :
       {Score{Score::Kind::value, -5}, Score{Score::Kind::win, 3}, Score{Score::Kind::loss, 2}}) {
    ugi::Info info;
    info.score = score;
    info.depth = 6;
    info.selective_depth = 11;
    info.nodes = 100;
    info.nodes_a_second = 20'000;
    info.milliseconds = 5;
    info.rank = 3;
    info.pv = "a b";
    const std::string line = ugi::write_info(info);
    const auto read = ugi::read_info(line);
    REQUIRE(read);
    REQUIRE(read->score);
    CHECK(read->score->kind == score.kind);
    CHECK(read->score->amount == score.amount);
    CHECK(read->depth == 6);
    CHECK(read->selective_depth == 11);
    CHECK(read->nodes == 100);
    CHECK(read->nodes_a_second == 20'000);
    CHECK(read->milliseconds == 5);
    CHECK(read->rank == 3);
    CHECK(read->pv == "a b");
  }
}

TEST_CASE("ugi: bestmove lines are parsed") {
  CHECK(ugi::read_best_turn("bestmove A1+B2") == "A1+B2");
  CHECK(ugi::read_best_turn("bestmove A1+B2 ponder C3") == "A1+B2");
  CHECK(ugi::read_expected_turn("bestmove A1+B2 ponder C3") == "C3");
  CHECK(ugi::read_expected_turn("bestmove A1+B2 ponder").empty());
  CHECK(ugi::read_expected_turn("bestmove ponder ponder x") == "x");
  CHECK(ugi::read_expected_turn("bestmove A1+B2").empty());
  CHECK(ugi::read_best_turn("bestmove") == "");
  CHECK_FALSE(ugi::read_best_turn("bestmoves A1"));
  CHECK_FALSE(ugi::read_best_turn(""));
}

TEST_CASE("ugi player: seeds are mapped into the range of the option") {
  const auto option = [](std::optional<std::int64_t> least, std::optional<std::int64_t> most) {
    return ugi::UgiOption{"Seed", "spin", "1", {}, least, most};
  };
  CHECK(seed_text(UINT64_MAX, option({}, {})) == "18446744073709551615");
  CHECK(seed_text(5, option(0, 10)) == "5");
  CHECK(seed_text(11, option(0, 10)) == "0");
  CHECK(seed_text(UINT64_MAX, option(7, 7)) == "7");
  CHECK(seed_text(3, option(1, 3)) == "1");
  CHECK(seed_text(0, option(-5, -3)) == "-5");
  CHECK(seed_text(9, option({}, -3)) == "-3");
  CHECK(seed_text(0, option(INT64_MIN, INT64_MAX)) == "-9223372036854775808");
  CHECK(seed_text(UINT64_MAX, option(INT64_MIN, INT64_MAX)) == "9223372036854775807");
  Rng rng(1);
  for (int i = 0; i < 1000; ++i) {
    const auto seed = std::stoll(seed_text(rng(), option(1, 2147483647)));
    CHECK((seed >= 1 && seed <= 2147483647));
  }
}

TEST_CASE("ugi player: the last report of the best line counts") {
  UgiThought collected;
  for (const char* line :
       {"info depth 4 seldepth 9 score cp 20 nodes 50 nps 900 pv a b", "info nodes 60 nps 800",
        "info depth 5 seldepth 12 multipv 2 score cp 10 nodes 70 pv c",
        "info depth 5 seldepth -1 score cp 25 pv d"}) {
    collected.take(*ugi::read_info(line));
  }
  const Thought thought = collected.thought();
  CHECK(thought.depth == 5);
  CHECK(thought.selective_depth == 9);
  CHECK(thought.nodes == 70u);
  CHECK(thought.nodes_a_second == 800u);
  CHECK(thought.lines.front().turns == std::vector<std::string>{"d"});
}

TEST_CASE("ugi player: depth and turns may come on lines of their own") {
  const auto thought_of = [](std::initializer_list<const char*> lines) {
    UgiThought collected;
    for (const char* line : lines) collected.take(*ugi::read_info(line));
    return collected.thought();
  };
  const Thought thought = thought_of({"info depth 3", "info score cp 55", "info pv a b"});
  CHECK((thought.score && thought.score->amount == 55 && thought.depth == 3));
  CHECK(thought.lines.front().turns == std::vector<std::string>{"a", "b"});
  const Thought later = thought_of({"info depth 3 score cp 55 pv a", "info depth 4",
                                    "info multipv 2 score cp 5", "info depth 5 score cp 6"});
  CHECK((later.depth == 5 && later.score->amount == 6 && later.lines[1].depth == 0));
  CHECK(thought_of({"info depth 4", "info pv a"}).lines.empty());
}

TEST_CASE("ugi player: a bound is no evaluation") {
  const auto thought_of = [](std::initializer_list<const char*> lines) {
    UgiThought collected;
    for (const char* line : lines) collected.take(*ugi::read_info(line));
    return collected.thought();
  };
  for (const char* bound : {"info depth 8 score cp -900 upperbound nodes 80 pv z",
                            "info depth 8 score cp 900 lowerbound nodes 80 pv z",
                            "info depth 8 upperbound score mate -2 nodes 80",
                            "info depth 8 score mate 3 lowerbound nodes 80 pv z"}) {
    CAPTURE(bound);
    const Thought thought = thought_of({"info depth 7 score cp 55 nodes 50 pv a b", bound});
    REQUIRE(thought.score);
    CHECK(thought.score->kind == Score::Kind::value);
    CHECK(thought.score->amount == 55);
    CHECK(thought.depth == 7);
    CHECK(thought.nodes == 80u);
    CHECK(thought.lines.front().turns == std::vector<std::string>{"a", "b"});
    const Thought later = thought_of({bound, "info depth 9 score cp -3 pv c"});
    CHECK((later.score && later.score->amount == -3 && later.depth == 9));
    CHECK(later.lines.front().turns == std::vector<std::string>{"c"});
    const Thought alone = thought_of({bound});
    CHECK_FALSE(alone.score);
    CHECK((alone.lines.empty() || !alone.lines.front().score));
  }
  const Thought ranks = thought_of(
      {"info multipv 1 score cp 5 pv a", "info multipv 2 score cp 4 pv b",
       "info multipv 2 score cp 90 lowerbound pv c", "info multipv 3 score cp 1 upperbound"});
  REQUIRE(ranks.lines.size() == 2);
  CHECK(ranks.lines[1].score->amount == 4);
}

TEST_CASE("ugi: values of options are compared with what a program has announced") {
  const auto complaint = [](const char* line, const char* value) {
    const auto text = ugi::complaint_about(*ugi::read_option(line), value);
    return text ? text->english() : "";
  };
  const char* const check = "option name o type check default true";
  const char* const spin = "option name o type spin default 1 min -2 max 9";
  const char* const combo = "option name o type combo default x y var x y var z";
  for (const char* value : {"true", "false"}) CHECK(complaint(check, value).empty());
  for (const char* value : {"", "yes", "True", "1"}) {
    CHECK(complaint(check, value) == "expected true or false");
  }
  for (const char* value : {"-2", "0", "9"}) CHECK(complaint(spin, value).empty());
  for (const char* value : {"-3", "10", "", "x", "1.5", "1 ", "99999999999999999999"}) {
    CHECK(complaint(spin, value) == "expected a whole number from -2 to 9");
  }
  CHECK(complaint("option name o type spin min 0", "-1") == "expected a whole number from 0 on");
  CHECK(complaint("option name o type spin max 5", "6") == "expected a whole number up to 5");
  CHECK(complaint("option name o type spin", "x") == "expected a whole number");
  CHECK(complaint("option name o type spin min 9 max 2", "100").empty());
  CHECK(complaint(combo, "x y").empty());
  CHECK(complaint(combo, "X Y") == "expected one of: x y, z");
  CHECK(complaint("option name o type combo default x", "any").empty());
  for (const char* type : {"string", "button", "file"}) {
    CHECK(complaint((std::string("option name o type ") + type).c_str(), "any").empty());
  }
}

TEST_CASE("ugi: errors in announced options are found") {
  const auto error = [](const std::string& rest) {
    const auto text = ugi::error_in(*ugi::read_option("option name o" + rest));
    return text ? text->english() : "";
  };
  for (const char* sound :
       {" type check default false", " type spin default 5 min 5 max 5", " type spin default 0",
        " type combo default a var a var b", " type string default", " type string", " type button",
        " type spin default -9223372036854775808 min -9223372036854775808"}) {
    CAPTURE(sound);
    CHECK(error(sound).empty());
  }
  CHECK_THAT(error(""), contains_text("unknown type ''"));
  CHECK_THAT(error(" type number default 1"), contains_text("unknown type 'number'"));
  CHECK_THAT(error(" type spin default 1 min 3 max 2"), contains_text("its min 3 is greater than"));
  CHECK_THAT(error(" type spin default 500 min 0 max 100"),
             contains_text("its default is '500': expected a whole number from 0 to 100"));
  CHECK_THAT(error(" type spin min 0 max 100"), contains_text("its default is ''"));
  CHECK_THAT(error(" type combo default c var a var b"), contains_text("expected one of: a, b"));
  CHECK_THAT(error(" type combo default c"), contains_text("without values"));
  CHECK_THAT(error(" type check default on"), contains_text("expected true or false"));
}

TEST_CASE("ugi player: memory for reported lines is limited") {
  UgiThought thoughts;
  const std::string turns(std::size_t{1} << 20, 'x');
  for (int rank = 1; rank <= 600; ++rank) {
    ugi::Info info;
    info.score = Score{Score::Kind::value, rank};
    info.rank = rank;
    const auto length = static_cast<std::size_t>(rank % 7) << 17;
    info.pv = std::string_view(turns).substr(0, length);
    thoughts.take(info);
  }
  const Thought thought = thoughts.thought();
  REQUIRE(thought.lines.size() == 500);
  std::size_t bytes = 0;
  for (const Line& line : thought.lines) {
    REQUIRE(line.score);
    for (const std::string& turn : line.turns) bytes += turn.size() + sizeof turn;
  }
  CHECK(bytes > 0);
  CHECK(bytes <= output_limits::thought);
  // Memory that a line releases is available to others.
  for (int times = 0; times < 50; ++times) {
    const std::string many = "info score cp 1 multipv 1 pv" + std::string(1000, ' ') + "a b";
    thoughts.take(*ugi::read_info(many));
  }
  CHECK(thoughts.thought().lines[0].turns == std::vector<std::string>{"a", "b"});
}

}  // namespace protocol_test
