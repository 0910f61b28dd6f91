#include "cli/tournament/live/report.h"

#include <algorithm>
#include <ostream>

#include "cli/print/output_language.h"
#include "cli/tournament/results/failure_table.h"
#include "core/base/decimals.h"
#include "core/base/text.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

double milliseconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

/// Three significant digits, more before the point.
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

TournamentReport::TournamentReport(const Contest& contest, const db::StoredTournament& event)
    : contest_(contest), event_(event), lines_(contest.config().bots.size()) {}

void TournamentReport::game_stored(const JudgedGame& judged, const ContestGame& game,
                                   std::chrono::duration<double> /*time*/) {
  const ScheduledGame& scheduled = judged.scheduled;
  const std::size_t bots[] = {scheduled.white, scheduled.black};
  for (const std::size_t side : {0u, 1u}) {
    Line& line = lines_[bots[side]];
    for (const auto time : game.times[side]) {
      line.times.add(time);
      thought_ += time;
    }
    for (const auto time : game.transports[side]) line.transports.add(time);
    line.second_answers += game.second_answers[side];
  }
  descheduled_ += game.descheduled;
  if (!game.culprit) return;
  Line& line = lines_[bots[static_cast<std::size_t>(*game.culprit)]];
  ++line.failures[std::string(game.record.tag("Termination"))];
  line.last = "game " + std::to_string(event_.game_id(scheduled.number)) + ", round " +
              round_tag(scheduled) + ": " + game.remark +
              last_error_note(game.output_tail.standard_error);
}

void TournamentReport::print(std::ostream& out, bool with_times) const {
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const Line& line = lines_[i];
    const bool is_wanted = with_times || line.transports.count() > 0;
    if (line.failures.empty() && (!is_wanted || line.times.count() == 0)) continue;
    const std::string name = printable(contest_.config().bots[i].name);
    Message text = message("{0}: {1} answers", name, line.times.count());
    if (line.times.count() > 0) {
      std::string times;
      for (const auto& [percentile, share] : percentiles) {
        times += std::string(percentile) + ' ' + time_text(line.times.percentile(share)) + ' ';
      }
      text = message("{0} in {1} s, ms {2}", text, Decimal{seconds_text(line.times.total())},
                     Decimal{times + "max " + time_text(line.times.longest())});
    }
    if (line.transports.count() > 0) {
      text = joined(text, message("in transit, ms p50 {0} max {1}",
                                  Decimal{time_text(line.transports.percentile(0.5))},
                                  Decimal{time_text(line.transports.longest())}));
    }
    for (const auto& [termination, count] : line.failures) {
      text = joined(text, message("lost {0} by {1}", count, known_phrase(termination)));
    }
    say(out, text);
    if (!line.last.empty()) {
      out << "  " << translated(message("last in {0}", printable(line.last, 900))) << '\n';
    }
  }
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (lines_[i].second_answers == 0) continue;
    out << "schiri: "
        << translated(message(
               "note: {0}",
               message("{0} answered {1} {1:request|requests} twice; the second "
                       "answers were ignored",
                       printable(contest_.config().bots[i].name), lines_[i].second_answers)))
        << '\n';
  }
  if (const Message why = doubt(); !why.empty()) {
    out << "schiri: " << translated(message("note: {0}", why)) << '\n';
  }
}

Message TournamentReport::doubt() const {
  constexpr std::chrono::milliseconds unnoticed{100};
  const double share = milliseconds(descheduled_) / std::max(milliseconds(thought_), 1e-9);
  if (descheduled_ < unnoticed || share < 0.05) return {};
  return message(
      "the clocks cannot be trusted: for {0} s, {1} % of the thinking time, schiri was "
      "descheduled; "
      "play fewer games at once (-j), or pin them to processors (--cpu)",
      Decimal{seconds_text(descheduled_)}, fixed_text(100 * share, 0));
}

std::vector<Json> TournamentReport::bots() const {
  std::vector<Json> bots;
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
    details["second_answers"] = line.second_answers;
    if (line.transports.count() > 0) {
      details["transport_ms"] = milliseconds(line.transports.percentile(0.5));
    }
    for (const auto& [termination, count] : line.failures) details["failures"][termination] = count;
    bots.push_back(std::move(details));
  }
  return bots;
}

}  // namespace schiri::cli
