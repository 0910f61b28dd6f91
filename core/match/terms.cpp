#include "core/match/terms.h"

#include <algorithm>
#include <cmath>

#include "core/base/message.h"

namespace schiri {

Terms terms_of(const BotSpec& spec) {
  Terms terms;
  terms.limits.nodes = spec.nodes;
  terms.limits.depth = spec.depth;
  if (spec.movetime) terms.limits.move_time = std::chrono::milliseconds(*spec.movetime);
  if (!spec.time_control.empty()) {
    terms.clock = parse_time_control(spec.time_control);
    terms.clock_text = spec.time_control;
  }
  terms.margin = default_margin;
  if (spec.margin) terms.margin = std::chrono::milliseconds(*spec.margin);
  const bool free = !terms.clock && terms.limits == Limits{};
  if (free && !spec.command.empty()) terms.limits.move_time = default_move_time;
  return terms;
}

bool is_timed(const Terms& terms) { return terms.clock || terms.limits.move_time; }

bool is_divisible(const Terms& terms) { return is_timed(terms) || terms.limits.nodes; }

Terms divided(Terms terms, double odds) {
  using std::chrono::milliseconds;
  const auto part = [odds](std::chrono::nanoseconds time) {
    return milliseconds(
        std::llround(std::chrono::duration<double, std::milli>(time).count() / odds));
  };
  constexpr milliseconds least{1};
  if (auto& nodes = terms.limits.nodes) {
    nodes =
        std::max<std::uint64_t>(static_cast<std::uint64_t>(static_cast<double>(*nodes) / odds), 1);
  }
  if (auto& time = terms.limits.move_time) time = std::max(part(*time), least);
  if (!terms.clock) return terms;
  for (TimePeriod& period : terms.clock->periods) {
    period.time = part(period.time);
    period.increment = part(period.increment);
    if (period.time + period.increment < least) period.time = least;
  }
  terms.clock_text = time_control_text(*terms.clock);
  return terms;
}

Message overtime_text(const Terms& terms) {
  const auto margin = terms.margin.count();
  if (terms.clock) {
    return margin > 0 ? message("ran out of time ({0}, margin {1} ms)", terms.clock_text, margin)
                      : message("ran out of time ({0})", terms.clock_text);
  }
  const auto most = terms.limits.move_time.value_or(default_move_time).count();
  return margin > 0 ? message("did not answer within {0} ms (margin {1} ms)", most, margin)
                    : message("did not answer within {0} ms", most);
}

namespace {

/// Around the milliseconds, in English, as records have it.
constexpr std::string_view late_begin = "; the answer came ", late_end = " ms too late";

}  // namespace

Message late_text(const Terms& terms, std::chrono::nanoseconds late) {
  return message("{0}; the answer came {1} ms too late", overtime_text(terms),
                 std::chrono::ceil<std::chrono::milliseconds>(late).count());
}

std::string without_lateness(std::string_view text) {
  const std::size_t at = text.rfind(late_begin);
  if (at == text.npos || !text.ends_with(late_end)) return std::string(text);
  const std::size_t digits = at + late_begin.size();
  const bool is_time =
      digits < text.size() - late_end.size() &&
      text.find_first_not_of("0123456789", digits) == text.size() - late_end.size();
  return std::string(is_time ? text.substr(0, at) : text);
}

Message descheduled_text(std::chrono::nanoseconds time) {
  const auto tenths = std::chrono::duration_cast<std::chrono::milliseconds>(time).count() / 100;
  return message("the referee itself was stopped for {0} s",
                 Decimal{std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10)});
}

Message watchdog_text(std::chrono::milliseconds watchdog) {
  const auto count = watchdog.count();
  if (count % 1000 != 0) return message("did not answer within {0} ms", count);
  return message("did not answer within {0} s", count / 1000);
}

}  // namespace schiri
