#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "cli/line/table_options.h"
#include "core/rating/sequential/sprt_plan.h"
#include "core/tournament/config.h"
#include "db/tournament/listener.h"

namespace schiri::cli {

/// The speed of a tournament since the object was made.
class Pace {
 public:
  /// Play begins with this many finished games.
  void begin(std::uint64_t done) { begun_with_ = done; }
  std::uint64_t begun_with() const { return begun_with_; }
  double seconds() const;
  /// Nullopt before a game has finished.
  std::optional<double> games_per_second(std::uint64_t done) const;

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::uint64_t begun_with_ = 0;
};

/// The expected end of a running sequential test.
struct TestForecast {
  double pass = 0;              ///< probability that H1 is accepted
  std::uint64_t games = 0;      ///< expected number of games left
  std::uint64_t games95 = 0;    ///< sufficient with a probability of 95 %
  std::optional<double> speed;  ///< games per second; nullopt while it is unknown
};

/// `P(pass) 68.6 %, about 1:10:00 left (95 %: at most 3:33:00)`; in games while the speed is
/// unknown.
std::string forecast_text(const TestForecast& forecast);
/// The keys `pass games_left games95_left`, and `seconds_left seconds95_left` if the speed is
/// known.
Json forecast_json(const TestForecast& forecast);

/// Makes forecasts of a running test. Each simulates it for a tenth of a second, so the
/// probabilities are computed every ten seconds or so.
class TestForecaster {
 public:
  explicit TestForecaster(const TournamentConfig& config);

  /// Nullopt without a sequential test.
  std::optional<TestForecast> forecast(const db::TournamentProgress& progress, const Pace& pace);

 private:
  std::optional<rating::SprtOptions> test_;
  std::uint64_t units_ = UINT64_MAX;  ///< in the last forecast
  rating::SprtForecast known_;
  std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now();
};

}  // namespace schiri::cli
