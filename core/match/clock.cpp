#include "core/match/clock.h"

#include <time.h>

#include <algorithm>
#include <cstdio>

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
  TimeControl control;
  if (const auto slash = text.find('/'); slash != text.npos) {
    const auto turns = whole_number(text.substr(0, slash));
    if (!turns || *turns < 1 || *turns > 1'000'000) return std::nullopt;
    control.turns = static_cast<int>(*turns);
    text.remove_prefix(slash + 1);
  }
  const auto plus = text.find('+');
  const auto time = clock_time(text.substr(0, plus));
  const auto increment =
      plus == text.npos ? std::chrono::nanoseconds{} : seconds(text.substr(plus + 1));
  if (!time || !increment || *time + *increment == std::chrono::nanoseconds{}) return std::nullopt;
  control.time = *time;
  control.increment = *increment;
  return control;
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

std::optional<int> PlayerClock::turns_to_go() const {
  if (!control_.turns) return std::nullopt;
  return *control_.turns - turns_ % *control_.turns;
}

bool PlayerClock::spend(std::chrono::nanoseconds time, std::chrono::nanoseconds margin) {
  left_ -= time;
  if (left_ < -margin) return false;
  left_ += control_.increment;
  ++turns_;
  if (control_.turns && turns_ % *control_.turns == 0) left_ += control_.time;
  return true;
}

}  // namespace schiri
