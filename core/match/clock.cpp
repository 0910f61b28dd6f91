#include "core/match/clock.h"

#include <time.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <stdexcept>
#include <utility>

#include "core/base/text.h"

namespace schiri {

namespace {

/// So that sums of times stay far from overflow.
constexpr std::int64_t most_seconds = 100'000'000;

std::optional<std::int64_t> whole_number(std::string_view text) {
  return text.starts_with('-') ? std::nullopt : parse_number<std::int64_t>(text);
}

std::optional<std::chrono::nanoseconds> seconds(std::string_view text) {
  const auto point = text.find('.');
  const auto whole = whole_number(text.substr(0, point));
  if (!whole || *whole > most_seconds) return std::nullopt;
  std::chrono::nanoseconds result = std::chrono::seconds(*whole);
  if (point == text.npos) return result;
  std::string decimals(text.substr(point + 1));
  if (decimals.empty() || decimals.size() > 9) return std::nullopt;
  decimals.resize(9, '0');
  const auto part = whole_number(decimals);
  if (!part) return std::nullopt;
  return result + std::chrono::nanoseconds(*part);
}

using TimeReader = std::optional<std::chrono::nanoseconds> (*)(std::string_view);

/// `90`, or `1:30` in minutes and seconds.
std::optional<std::chrono::nanoseconds> clock_time(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == text.npos) return seconds(text);
  const auto minutes = whole_number(text.substr(0, colon));
  const auto rest = seconds(text.substr(colon + 1));
  if (!minutes || !rest || *minutes > most_seconds / 60 || *rest >= std::chrono::minutes(1)) {
    return std::nullopt;
  }
  return std::chrono::minutes(*minutes) + *rest;
}

std::optional<int> turns_of(std::string_view text) {
  const auto turns = whole_number(text);
  if (!turns || *turns < 1 || *turns > 1'000'000) return std::nullopt;
  return static_cast<int>(*turns);
}

std::optional<TimePeriod> read_period(std::string_view text, TimeReader read_time) {
  TimePeriod period;
  if (const auto slash = text.find('/'); slash != text.npos) {
    period.turns = turns_of(text.substr(0, slash));
    if (!period.turns) return std::nullopt;
    text.remove_prefix(slash + 1);
  }
  const auto plus = text.find('+');
  const auto time = read_time(text.substr(0, plus));
  const auto increment =
      plus == text.npos ? std::chrono::nanoseconds{} : seconds(text.substr(plus + 1));
  if (!time || !increment || *time + *increment == std::chrono::nanoseconds{}) return std::nullopt;
  period.time = *time;
  period.increment = *increment;
  return period;
}

std::optional<TimeControl> read_periods(std::string_view text, char separator,
                                        TimeReader read_time) {
  TimeControl control;
  for (const std::string_view part : split(text, separator)) {
    const bool ended = !control.periods.empty() && !control.periods.back().turns;
    const auto period = read_period(part, read_time);
    if (ended || !period) return std::nullopt;
    control.periods.push_back(*period);
  }
  return control;
}

/// Without trailing zeros.
std::string decimal_seconds(std::chrono::nanoseconds time) {
  const auto whole = std::chrono::floor<std::chrono::seconds>(time);
  std::string text = std::to_string(whole.count());
  if (whole == time) return text;
  const std::string decimals = std::to_string((time - whole).count());
  text += '.' + std::string(9 - decimals.size(), '0') + decimals;
  return text.substr(0, text.find_last_not_of('0') + 1);
}

std::string period_text(const TimePeriod& period) {
  std::string text = period.turns ? std::to_string(*period.turns) + '/' : "";
  text += decimal_seconds(period.time);
  if (period.increment.count() > 0) text += '+' + decimal_seconds(period.increment);
  return text;
}

}  // namespace

std::chrono::nanoseconds monotonic_time() {
  return std::chrono::steady_clock::now().time_since_epoch();
}

std::chrono::nanoseconds thread_time() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

std::optional<TimeControl> parse_time_control(std::string_view text) {
  return read_periods(text, ',', clock_time);
}

std::optional<TimeControl> parse_time_control_tag(std::string_view text) {
  return read_periods(text, ':', seconds);
}

Message time_control_advice(std::string_view text) {
  const auto parts = split(text, ',');
  const bool lacks_turns = std::any_of(parts.begin(), parts.end() - 1, [](std::string_view part) {
    return part.find('/') == part.npos;
  });
  if (lacks_turns) {
    return message(
        "expected a number of turns in each period before the last, as in 40/5400+30,1800+30");
  }
  const bool has_colons = parse_time_control_tag(text).has_value();
  return has_colons ? message("expected a comma between periods, as in 40/5400+30,1800+30")
                    : message("expected seconds and increment as in 60+0.5, 1:30+1 or 40/60+0.5");
}

std::string time_control_text(const TimeControl& control) {
  return join(control.periods, ",", period_text);
}

std::string time_control_tag(const TimeControl& control) {
  return join(control.periods, ":", period_text);
}

std::string clock_time_text(std::chrono::nanoseconds time) {
  using namespace std::chrono;
  const auto left = std::max(floor<milliseconds>(time), milliseconds{0}).count();
  char text[40];
  std::snprintf(text, sizeof text, "%lld:%02d:%02d.%03d", static_cast<long long>(left / 3'600'000),
                static_cast<int>(left / 60'000 % 60), static_cast<int>(left / 1000 % 60),
                static_cast<int>(left % 1000));
  return text;
}

std::optional<std::chrono::nanoseconds> parse_clock_time(std::string_view text) {
  const auto first = text.find(':'), second = text.find(':', first + 1);
  if (first == text.npos || second == text.npos) return std::nullopt;
  const auto hours = whole_number(text.substr(0, first));
  const auto minutes = whole_number(text.substr(first + 1, second - first - 1));
  const auto rest = seconds(text.substr(second + 1));
  if (!hours || !minutes || !rest || *hours > most_seconds / 3600 || *minutes >= 60) {
    return std::nullopt;
  }
  return std::chrono::hours(*hours) + std::chrono::minutes(*minutes) + *rest;
}

PlayerClock::PlayerClock(TimeControl control) : control_(std::move(control)) {
  if (control_.periods.empty()) throw std::invalid_argument("a time control without a period");
  left_ = period().time + period().increment;
}

PlayerClock::Stage PlayerClock::stage() const {
  auto period = control_.periods.begin();
  int turns = turns_;
  while (period + 1 != control_.periods.end() && turns >= *period->turns) {
    turns -= *period->turns;
    ++period;
  }
  Stage stage{static_cast<std::size_t>(period - control_.periods.begin()), std::nullopt};
  if (period->turns) stage.turns_to_go = *period->turns - turns % *period->turns;
  return stage;
}

std::optional<int> PlayerClock::turns_to_go() const { return stage().turns_to_go; }

bool PlayerClock::spend(std::chrono::nanoseconds time, std::chrono::nanoseconds margin) {
  left_ -= time;
  if (left_ < -margin) return false;
  left_ += increment();
  const bool ends_period = turns_to_go() == 1;
  ++turns_;
  if (ends_period) left_ += period().time;
  return true;
}

namespace {

/// Each doubling is divided into this many steps of equal length.
constexpr unsigned steps = 128;

std::size_t step_of(std::chrono::nanoseconds time) {
  const auto nanoseconds = static_cast<std::uint64_t>(std::max<std::int64_t>(time.count(), 0));
  if (nanoseconds < steps) return nanoseconds;
  const auto doublings = static_cast<int>(std::bit_width(nanoseconds) - std::bit_width(steps));
  return static_cast<std::size_t>(doublings) * steps + (nanoseconds >> doublings);
}

}  // namespace

void AnswerTimes::add(std::chrono::nanoseconds time) {
  const std::size_t number = step_of(time);
  if (number >= steps_.size()) steps_.resize(number + 1);
  Step& step = steps_[number];
  ++step.count;
  step.longest = std::max(step.longest, time);
  ++count_;
  total_ += time;
  longest_ = std::max(longest_, time);
}

std::chrono::nanoseconds AnswerTimes::percentile(double share) const {
  const double wanted = share * static_cast<double>(count_);
  double seen = 0;
  for (const Step& step : steps_) {
    seen += static_cast<double>(step.count);
    if (seen >= wanted && seen > 0) return step.longest;
  }
  return longest_;
}

}  // namespace schiri
