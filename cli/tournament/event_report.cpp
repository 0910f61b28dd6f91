#include "cli/tournament/event_report.h"

#include <ostream>

#include "core/decimals.h"
#include "notation/printable.h"

namespace schiri::cli {

namespace {

double milliseconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

/// Three digits, more before the point, and none that says nothing.
std::string time_text(std::chrono::nanoseconds time) {
  const double value = milliseconds(time);
  if (value >= 999.5) return fixed_text(value, 0);
  return value < 1e-4 ? fixed_text(value, 6) : significant_text(value, 3);
}

std::string seconds_text(std::chrono::nanoseconds time) {
  return fixed_text(milliseconds(time) / 1000, 1);
}

constexpr struct {
  const char* name;
  double share;
} percentiles[] = {{"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}};

}  // namespace

EventReport::EventReport(const Contest& contest)
    : contest_(contest), lines_(contest.config().bots.size()) {}

void EventReport::keep(const ScheduledGame& scheduled, const ContestGame& game,
                       std::chrono::duration<double> /*time*/) {
  const std::size_t bots[] = {scheduled.white, scheduled.black};
  for (const std::size_t side : {0u, 1u}) {
    for (const auto time : game.times[side]) lines_[bots[side]].times.add(time);
  }
  if (!game.culprit) return;
  Line& line = lines_[bots[static_cast<std::size_t>(*game.culprit)]];
  ++line.failures[std::string(game.record.tag("Termination"))];
  line.last = "round " + round_tag(scheduled) + ": " + game.remark;
}

void EventReport::print(std::ostream& out) const {
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const Line& line = lines_[i];
    if (line.times.count() == 0 && line.failures.empty()) continue;
    out << printable(contest_.config().bots[i].name) << ": " << line.times.count() << " answers";
    if (line.times.count() > 0) {
      out << " in " << seconds_text(line.times.total()) << " s, ms";
      for (const auto& [name, share] : percentiles) {
        out << ' ' << name << ' ' << time_text(line.times.percentile(share));
      }
      out << " max " << time_text(line.times.longest());
    }
    for (const auto& [termination, count] : line.failures) {
      out << "; lost " << count << " by " << termination;
    }
    out << '\n';
    if (!line.last.empty()) out << "  last in " << printable(line.last, 500) << '\n';
  }
}

void EventReport::log(EventLog& log) const {
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const Line& line = lines_[i];
    Json details = {{"bot", contest_.config().bots[i].name},
                    {"answers", line.times.count()},
                    {"failures", Json::object()}};
    for (const auto& [name, share] : percentiles) {
      details[std::string(name) + "_ms"] = milliseconds(line.times.percentile(share));
    }
    details["seconds"] = milliseconds(line.times.total()) / 1000;
    details["max_ms"] = milliseconds(line.times.longest());
    for (const auto& [termination, count] : line.failures) details["failures"][termination] = count;
    log.write("bot", details);
  }
}

}  // namespace schiri::cli
