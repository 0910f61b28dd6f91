#include "cli/tournament/live/forecast.h"

#include "tests/catch.h"
#include "tests/support/database.h"

namespace forecast_test {

using namespace schiri::cli;

TournamentConfig config_of(const char* test) {
  TournamentConfig config;
  config.sprt = rating::parse_sprt_options(test);
  return config;
}

/// The progress after pairs of these results.
db::TournamentProgress progress_of(const TournamentConfig& config,
                                   const std::array<std::uint64_t, 5>& pairs,
                                   std::uint64_t total = 100'000) {
  const auto counts = rating::MatchCounts::penta(pairs);
  db::TournamentProgress progress{2 * counts.units(), total, ""};
  progress.test = {counts, rating::sprt(counts, *config.sprt)};
  return progress;
}

TEST_CASE("forecast: the text has times, or games while the speed is unknown") {
  CHECK(forecast_text({0.6857, 4000, 12000, 2.0}) ==
        "P(pass) 68.6 %, about 33:20 left (95 %: at most 1:40:00)");
  CHECK(forecast_text({0, 1, 4000, {}}) ==
        "P(pass) 0.0 %, about 1 game left (95 %: at most 4000 games)");
  CHECK(forecast_json({0.5, 4000, 12000, 2.0}) == Json{{"pass", 0.5},
                                                       {"games_left", 4000},
                                                       {"games95_left", 12000},
                                                       {"seconds_left", 2000.0},
                                                       {"seconds95_left", 6000.0}});
  CHECK_FALSE(forecast_json({0.5, 4000, 12000, {}}).contains("seconds_left"));
}

TEST_CASE("forecast: only a sequential test has one") {
  const Pace pace;
  CHECK_FALSE(TestForecaster(TournamentConfig{}).forecast({3, 10, ""}, pace));
  const auto config = config_of("elo0=0,elo1=10");
  const auto none = TestForecaster(config).forecast(progress_of(config, {}), pace);
  REQUIRE(none);
  CHECK(none->pass == Approx(0.5).margin(0.02));
  CHECK(none->games < none->games95);
  CHECK_FALSE(none->speed);
}

TEST_CASE("forecast: it follows the results, the decision and the limit of games") {
  const auto config = config_of("elo0=0,elo1=10");
  const Pace pace;
  const auto of = [&](const std::array<std::uint64_t, 5>& pairs, std::uint64_t total = 100'000) {
    return *TestForecaster(config).forecast(progress_of(config, pairs, total), pace);
  };
  CHECK(of({20, 60, 100, 40, 10}).pass < 0.2);
  CHECK(of({10, 40, 100, 60, 20}).pass > 0.8);
  const TestForecast decided = of({0, 0, 10, 100, 100});
  CHECK(decided.pass == 1);
  CHECK(decided.games95 == 0);
  const TestForecast limited = of({10, 40, 100, 60, 20}, 470);
  CHECK(limited.games == 10);
  CHECK(limited.games95 == 10);
}

TEST_CASE("forecast: lines in a pipe and in the log have it") {
  const TemporaryDirectory directory;
  const std::string log = directory.file("log");
  const Run run = run_schiri({"tournament", "run", "--bot", "random", "--bot", "random name=x",
                              "--game", "creeper", "--sprt", "elo0=0,elo1=5", "--rounds", "3",
                              "--max-turns", "40", "--no-db", "--progress", "2", "--log", log});
  CHECK(run.status == 4);
  CHECK_THAT(run.err, contains_text("of at most 6 games") && contains_text("; LLR ") &&
                          contains_text("; P(pass) "));
  std::vector<Json> lines = json_lines(read_file(log));
  std::erase_if(lines, [](const Json& line) { return line.at("type") != "progress"; });
  REQUIRE_FALSE(lines.empty());
  for (const Json& line : lines) {
    CHECK(line.at("games") == 6);
    CHECK(line.at("match").at("penta").size() == 5);
    const Json& test = line.at("sprt");
    CHECK(test.at("lower").get<double>() < test.at("llr").get<double>());
    CHECK(test.at("pass").get<double>() <= 1);
    CHECK(test.at("seconds_left").get<double>() >= 0);
    CHECK(test.at("games_left").get<int>() <= 4);
  }
  CHECK(run.out.find("P(pass)") == run.out.npos);
}

}  // namespace forecast_test
