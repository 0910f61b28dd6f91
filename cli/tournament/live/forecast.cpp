#include "cli/tournament/live/forecast.h"

#include <algorithm>
#include <cmath>

#include "cli/line/progress.h"
#include "cli/print/output_language.h"
#include "core/base/decimals.h"
#include "core/base/text.h"

namespace schiri::cli {

namespace {

Message left_text(std::uint64_t games, const std::optional<double>& speed) {
  if (speed) return clock_text(static_cast<double>(games) / *speed);
  return message("{0} {0:game|games}", games);
}

}  // namespace

double Pace::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

std::optional<double> Pace::games_per_second(std::uint64_t done) const {
  const double time = seconds();
  if (done <= begun_with_ || time <= 0) return std::nullopt;
  return static_cast<double>(done - begun_with_) / time;
}

std::string forecast_text(const TestForecast& forecast) {
  return translated(message("P(pass) {0} %, about {1} left (95 %: at most {2})",
                            Decimal{fixed_text(100 * forecast.pass, 1)},
                            left_text(forecast.games, forecast.speed),
                            left_text(forecast.games95, forecast.speed)));
}

Json forecast_json(const TestForecast& forecast) {
  Json json = {
      {"pass", forecast.pass}, {"games_left", forecast.games}, {"games95_left", forecast.games95}};
  if (!forecast.speed) return json;
  json["seconds_left"] = static_cast<double>(forecast.games) / *forecast.speed;
  json["seconds95_left"] = static_cast<double>(forecast.games95) / *forecast.speed;
  return json;
}

TestForecaster::TestForecaster(const TournamentConfig& config) : test_(config.sprt) {}

std::optional<TestForecast> TestForecaster::forecast(const db::TournamentProgress& progress,
                                                     const Pace& pace) {
  if (!test_ || !progress.test) return std::nullopt;
  const rating::MatchCounts& counts = progress.test->counts;
  const auto now = std::chrono::steady_clock::now();
  const bool is_first = units_ == UINT64_MAX;
  if (is_first || (counts.units() != units_ && now >= next_)) {
    known_ = rating::sprt_forecast(counts, *test_);
    units_ = counts.units();
    // At most one per cent of a processor's time.
    next_ = now + std::max<std::chrono::steady_clock::duration>(
                      std::chrono::seconds(1), 100 * (std::chrono::steady_clock::now() - now));
  }
  const std::uint64_t most = progress.total - std::min(progress.done, progress.total);
  const auto games = [&](double units) {
    const double all = std::ceil(counts.pairs() ? 2 * units : units);
    return static_cast<std::uint64_t>(std::min(all, static_cast<double>(most)));
  };
  return TestForecast{known_.pass.value, games(known_.units.value), games(known_.units95.value),
                      pace.games_per_second(progress.done)};
}

}  // namespace schiri::cli
