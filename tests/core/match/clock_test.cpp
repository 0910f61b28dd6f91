#include "core/match/clock.h"

#include "core/match/terms.h"
#include "tests/catch.h"

namespace clock_test {

using namespace std::chrono_literals;

/// A time control of one period.
TimeControl single_period(std::optional<int> turns, std::chrono::nanoseconds time,
                          std::chrono::nanoseconds increment) {
  return {{{turns, time, increment}}};
}

TEST_CASE("time control: one period in seconds, or in minutes and seconds") {
  CHECK(parse_time_control("60") == single_period(std::nullopt, 60s, 0s));
  CHECK(parse_time_control("60+0.5") == single_period(std::nullopt, 60s, 500ms));
  CHECK(parse_time_control("40/60+0.5") == single_period(40, 60s, 500ms));
  CHECK(parse_time_control("1:30+1") == single_period(std::nullopt, 90s, 1s));
  CHECK(parse_time_control("40/90:00") == single_period(40, 90min, 0s));
  CHECK(parse_time_control("40/90:30+15") == single_period(40, 90min + 30s, 15s));
  CHECK(parse_time_control("0:00.5") == single_period(std::nullopt, 500ms, 0s));
  CHECK(parse_time_control("0.1+0") == single_period(std::nullopt, 100ms, 0s));
  CHECK(parse_time_control("0+0.000000001") == single_period(std::nullopt, 0s, 1ns));
  for (const char* text :
       {"",    "+",      "0",     "0+0",          "/60",         "40/",    "0/60",       "1.5/60",
        "-1",  "60+",    "+1",    "60+-1",        "60.",         ".5",     "1e3",        "60 ",
        " 60", "60+1+1", "1/2/3", "0.0000000001", "99999999999", "x",      "60s",        "1:60",
        "1:",  ":30",    "1:2:3", "60+1:00",      "-1:30",       "1.5:30", "99999999:00"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_time_control(text));
  }
}

TEST_CASE("time control: several periods, in the form of bots and of PGN") {
  const auto [text, tag, periods] =
      GENERATE(table<std::string, std::string, std::vector<TimePeriod>>({
          {"60+0.5", "60+0.5", {{{}, 60s, 500ms}}},
          {"40/60", "40/60", {{40, 60s, 0s}}},
          {"40/5400+30,3600+30", "40/5400+30:3600+30", {{40, 90min, 30s}, {{}, 1h, 30s}}},
          {"40/100,20/50+0.25,0+2",
           "40/100:20/50+0.25:0+2",
           {{40, 100s, 0s}, {20, 50s, 250ms}, {{}, 0s, 2s}}},
          {"40/5400,20/1800", "40/5400:20/1800", {{40, 90min, 0s}, {20, 30min, 0s}}},
          {"0.000000001", "0.000000001", {{{}, 1ns, 0s}}},
      }));
  CAPTURE(text);
  CHECK(parse_time_control(text) == TimeControl{periods});
  CHECK(parse_time_control_tag(tag) == TimeControl{periods});
  CHECK(time_control_text(TimeControl{periods}) == text);
  CHECK(time_control_tag(TimeControl{periods}) == tag);
}

TEST_CASE("time control: minutes and seconds are written in seconds") {
  CHECK(time_control_text(*parse_time_control("40/90:30+15,1:00")) == "40/5430+15,60");
  CHECK(time_control_tag(*parse_time_control("40/90:30+15,1:00")) == "40/5430+15:60");
  CHECK_FALSE(parse_time_control_tag("1:30"));
  CHECK_FALSE(parse_time_control_tag("-"));
  CHECK_FALSE(parse_time_control_tag("?"));
}

TEST_CASE("time control: invalid periods are rejected with advice") {
  const auto [text, advice] = GENERATE(table<std::string, std::string>({
      {"fast", "seconds and increment as in 60+0.5"},
      {"40/60,", "seconds and increment"},
      {"40/60,0", "seconds and increment"},
      {"40/60,x/30", "seconds and increment"},
      {"40/60, 30", "seconds and increment"},
      {",60", "a number of turns in each period before the last"},
      {"60,30", "a number of turns in each period before the last"},
      {"40/60,30,30", "a number of turns in each period before the last"},
      {"40/5400+30:3600+30", "a comma between periods"},
      {"40/60:20/30", "a comma between periods"},
  }));
  CAPTURE(text);
  CHECK_FALSE(parse_time_control(text));
  CHECK_THAT(time_control_advice(text).english(), contains_text("expected " + advice));
}

TEST_CASE("player's clock: time and increments are exact to the nanosecond") {
  PlayerClock clock(*parse_time_control("1+0.1"));
  CHECK(clock.left() == 1100ms);
  CHECK(clock.spend(400ms, 0s));
  CHECK(clock.left() == 800ms);
  CHECK(clock.spend(800ms, 0s));
  CHECK(clock.left() == 100ms);
  CHECK_FALSE(clock.spend(100ms + 1ns, 0s));
}

TEST_CASE("player's clock: an overrun within the margin is deducted later") {
  PlayerClock clock(*parse_time_control("1"));
  CHECK(clock.spend(1040ms, 50ms));
  CHECK(clock.left() == -40ms);
  CHECK(clock.spend(10ms, 50ms));
  CHECK_FALSE(clock.spend(1ns, 50ms));
}

TEST_CASE("player's clock: the time is added again after each period") {
  PlayerClock clock(*parse_time_control("2/10"));
  CHECK(clock.turns_to_go() == 2);
  CHECK(clock.spend(3s, 0s));
  CHECK(clock.turns_to_go() == 1);
  CHECK(clock.spend(3s, 0s));
  CHECK(clock.turns_to_go() == 2);
  CHECK(clock.left() == 14s);
  CHECK_FALSE(PlayerClock(*parse_time_control("5")).turns_to_go());
}

TEST_CASE("player's clock: each period adds its time and has its own increment") {
  struct State {
    std::chrono::nanoseconds left, increment;
    std::optional<int> turns_to_go;

    bool operator==(const State&) const = default;
  };
  const auto state = [](const PlayerClock& clock) {
    return State{clock.left(), clock.increment(), clock.turns_to_go()};
  };
  PlayerClock clock(*parse_time_control("2/100+1,1/50+2,3/20"));
  const State states[] = {
      {101s, 1s, 2}, {92s, 1s, 1},  {133s, 2s, 1}, {145s, 0s, 3},
      {135s, 0s, 2}, {125s, 0s, 1}, {135s, 0s, 3}, {125s, 0s, 2},
  };
  for (int turns = 0; const State& expected : states) {
    CAPTURE(turns);
    CHECK(state(clock) == expected);
    PlayerClock resumed(*parse_time_control("2/100+1,1/50+2,3/20"));
    resumed.set(clock.left(), turns++);
    CHECK(state(resumed) == expected);
    CHECK(clock.spend(10s, 0s));
  }
}

TEST_CASE("player's clock: the last period without turns lasts to the end of the game") {
  PlayerClock clock(*parse_time_control("1/10,5+1"));
  CHECK(clock.spend(10s, 0s));
  CHECK(clock.left() == 5s);
  CHECK_FALSE(clock.turns_to_go());
  for (int i = 0; i < 4; ++i) CHECK(clock.spend(2s, 0s));
  CHECK(clock.left() == 1s);
  CHECK_FALSE(clock.spend(1s + 1ns, 0s));
}

TEST_CASE("player's clock: it cannot be made without a period") {
  CHECK_THROWS_AS(PlayerClock(TimeControl{}), std::invalid_argument);
}

TEST_CASE("player's clock: it begins with time and increment") {
  const auto [control, left] = GENERATE(table<std::string, std::chrono::nanoseconds>(
      {{"0+2", 2s}, {"0.001+2", 2001ms}, {"5+2", 7s}, {"40/5+2,3+9", 7s}, {"5", 5s}}));
  CAPTURE(control);
  CHECK(PlayerClock(*parse_time_control(control)).left() == left);
}

TEST_CASE("terms: programs without a limit get one and built-in bots do not") {
  const Terms program = terms_of(parse_bot_spec("cmd=x"));
  CHECK(program.limits.move_time == 1000ms);
  CHECK(program.margin == 100ms);
  CHECK_FALSE(terms_of(parse_bot_spec("cmd=x nodes=5")).limits.move_time);
  CHECK_FALSE(terms_of(parse_bot_spec("cmd=x tc=5")).limits.move_time);
  CHECK(terms_of(parse_bot_spec("greedy")).limits == Limits{});
  const Terms all = terms_of(parse_bot_spec("cmd=x nodes=5 depth=6 movetime=7 tc=8+9 margin=10"));
  CHECK(all.limits.nodes == 5);
  CHECK(all.limits.depth == 6);
  CHECK(all.limits.move_time == 7ms);
  CHECK(all.clock == single_period(std::nullopt, 8s, 9s));
  CHECK(all.margin == 10ms);
}

TEST_CASE("terms: odds divide time and nodes, and leave some of each") {
  const Terms terms = terms_of(parse_bot_spec("cmd=x nodes=9 depth=6 movetime=7 tc=40/60+0.5,30"));
  CHECK(is_divisible(terms));
  const Terms half = divided(terms, 2);
  CHECK(half.limits.nodes == 4);
  CHECK(half.limits.depth == 6);
  CHECK(half.limits.move_time == 4ms);
  CHECK(half.clock_text == "40/30+0.25,15");
  CHECK(half.margin == terms.margin);
  const Terms least = divided(terms, 1e6);
  CHECK(least.limits.nodes == 1);
  CHECK(least.limits.move_time == 1ms);
  CHECK(least.clock_text == "40/0.001,0.001");
  CHECK(divided(terms_of(parse_bot_spec("cmd=x tc=0+0.4")), 2).clock_text == "0+0.2");
  for (const char* bot : {"greedy", "mcts depth=3"}) {
    CHECK_FALSE(is_divisible(terms_of(parse_bot_spec(bot))));
  }
}

TEST_CASE("clock: clock times are formatted and parsed") {
  const std::chrono::nanoseconds time = 1h + 2min + 3s + 45ms;
  CHECK(clock_time_text(time) == "1:02:03.045");
  CHECK(parse_clock_time("1:02:03.045") == time);
  CHECK(parse_clock_time("0:10:00") == std::chrono::nanoseconds(10min));
  CHECK(clock_time_text(-1ms) == "0:00:00.000");
  CHECK(clock_time_text(1999us) == "0:00:00.001");
  for (const char* text :
       {"", "5", "0:05", "a:00:00", "0:60:00", "0:00:x", "0:00:-1", "99999999999:00:00"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_clock_time(text));
  }
}

TEST_CASE("clock: a clock that is set continues from its new time") {
  PlayerClock clock(single_period(2, 10s, 0s));
  clock.set(3s, 1);
  CHECK(clock.turns_to_go() == 1);
  CHECK(clock.spend(1s, 0s));
  CHECK(clock.left() == 12s);
}

TEST_CASE("answer times: percentiles are within 1 % and the longest time is exact") {
  AnswerTimes times;
  CHECK(times.percentile(0.5) == 0ns);
  for (int i = 1; i <= 1000; ++i) times.add(std::chrono::microseconds(i));
  CHECK(times.count() == 1000);
  CHECK(times.longest() == 1ms);
  for (const double share : {0.1, 0.5, 0.9, 0.99}) {
    const double wanted = share * 1e6;
    const auto found = static_cast<double>(times.percentile(share).count());
    CHECK(found >= wanted);
    CHECK(found <= wanted * 1.01);
  }
  CHECK(times.percentile(1) == 1ms);
  times.add(0ns);
  times.add(-5ns);
  times.add(std::chrono::hours(1000));
  CHECK(times.longest() == std::chrono::hours(1000));
}

TEST_CASE("answer times: a percentile of equal times is exact") {
  for (std::int64_t time = 1; time < (std::int64_t{1} << 50); time = time * 3 / 2 + 1) {
    AnswerTimes times;
    for (int i = 0; i < 3; ++i) times.add(std::chrono::nanoseconds(time));
    times.add(std::chrono::nanoseconds(2 * time));
    CHECK(times.percentile(0.5).count() == time);
    CHECK(times.percentile(0.75).count() == time);
    CHECK(times.percentile(0.76).count() == 2 * time);
  }
}

}  // namespace clock_test
