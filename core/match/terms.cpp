#include "core/match/terms.h"

namespace schiri {

namespace {

std::string seconds_text(std::chrono::milliseconds time) {
  if (time.count() % 1000 != 0) return std::to_string(time.count()) + " ms";
  return std::to_string(time.count() / 1000) + " s";
}

}  // namespace

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

std::string overtime_text(const Terms& terms) {
  if (terms.clock) return "ran out of time (" + terms.clock_text + ")";
  return "did not answer within " +
         std::to_string(terms.limits.move_time.value_or(default_move_time).count()) + " ms";
}

std::string standstill_text(std::chrono::nanoseconds time) {
  const auto tenths = std::chrono::duration_cast<std::chrono::milliseconds>(time).count() / 100;
  return "the referee itself was stopped for " + std::to_string(tenths / 10) + '.' +
         std::to_string(tenths % 10) + " s";
}

std::string watchdog_text(std::chrono::milliseconds watchdog) {
  return "did not answer within " + seconds_text(watchdog);
}

}  // namespace schiri
