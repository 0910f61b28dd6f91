#include "core/match/clock.h"

#include "core/match/answer_times.h"
#include "core/match/terms.h"
#include "tests/catch.h"

using namespace schiri;
using namespace std::chrono_literals;

TEST_CASE("time controls: parse valid texts and reject invalid ones") {
  CHECK(parse_time_control("60") == TimeControl{std::nullopt, 60s, 0s});
  CHECK(parse_time_control("60+0.5") == TimeControl{std::nullopt, 60s, 500ms});
  CHECK(parse_time_control("40/60+0.5") == TimeControl{40, 60s, 500ms});
  CHECK(parse_time_control("1:30+1") == TimeControl{std::nullopt, 90s, 1s});
  CHECK(parse_time_control("40/90:00") == TimeControl{40, 90min, 0s});
  CHECK(parse_time_control("0:00.5") == TimeControl{std::nullopt, 500ms, 0s});
  CHECK(parse_time_control("0.1+0") == TimeControl{std::nullopt, 100ms, 0s});
  CHECK(parse_time_control("0+0.000000001") == TimeControl{std::nullopt, 0s, 1ns});
  for (const char* text :
       {"",    "+",      "0",     "0+0",          "/60",         "40/",    "0/60",       "1.5/60",
        "-1",  "60+",    "+1",    "60+-1",        "60.",         ".5",     "1e3",        "60 ",
        " 60", "60+1+1", "1/2/3", "0.0000000001", "99999999999", "x",      "60s",        "1:60",
        "1:",  ":30",    "1:2:3", "60+1:00",      "-1:30",       "1.5:30", "99999999:00"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_time_control(text));
  }
}

TEST_CASE("player's clock: time and increments are exact to the nanosecond") {
  PlayerClock clock(*parse_time_control("1+0.1"));
  CHECK(clock.spend(300ms, 0s));
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

TEST_CASE("player's clock: a control without base time begins with an increment") {
  PlayerClock clock(*parse_time_control("0+2"));
  CHECK(clock.left() == 2s);
  CHECK(clock.spend(1s, 0s));
  CHECK(clock.left() == 3s);
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
  CHECK(all.clock == TimeControl{std::nullopt, 8s, 9s});
  CHECK(all.margin == 10ms);
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
  PlayerClock clock({2, 10s, 0s});
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
