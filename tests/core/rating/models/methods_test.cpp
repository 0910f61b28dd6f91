#include "core/rating/models/elo.h"
#include "core/rating/models/glicko2.h"
#include "core/rating/numerics/distributions.h"
#include "tests/catch.h"
#include "tests/core/rating/sets.h"

namespace methods_test {

using namespace schiri::rating;

struct Game {
  const char* white;
  const char* black;
  Outcome result;
  const char* date = "2024.01.01";
  const char* round = "1";
  const char* event = "event";
};

GameLog log_of(const std::vector<Game>& games) {
  GameLog log("creeper", "standard");
  for (const Game& game : games) {
    FinishedGame finished;
    finished.white = game.white;
    finished.black = game.black;
    finished.result = game.result;
    finished.date = game.date;
    finished.round = game.round;
    finished.event = game.event;
    log.add(finished);
  }
  return log;
}

const RatedPlayer& find_in(const std::vector<RatedPlayer>& players, const std::string& name) {
  const auto player = std::find_if(players.begin(), players.end(),
                                   [&](const RatedPlayer& one) { return one.name == name; });
  REQUIRE(player != players.end());
  return *player;
}

template <class List>
const RatedPlayer& find(const List& list, const std::string& name) {
  return find_in(list.players, name);
}

double elo_of(const std::vector<Game>& games, const std::string& name, EloOptions options = {}) {
  return find(rate_elo(log_of(games), options).at(0), name).rating.value();
}

constexpr Outcome white = Outcome::white_wins, black = Outcome::black_wins, draw = Outcome::draw;

TEST_CASE("elo: the first game between equal players") {
  CHECK(elo_of({{"a", "b", white}}, "a") == 1516);
  CHECK(elo_of({{"a", "b", white}}, "b") == 1484);
  CHECK(elo_of({{"a", "b", black}}, "b") == 1516);
  CHECK(elo_of({{"a", "b", draw}}, "a") == 1500);
  EloOptions options;
  options.k = 10;
  CHECK(elo_of({{"a", "b", white}}, "a", options) == 1505);
  options.start = 2000;
  CHECK(elo_of({{"a", "b", white}}, "a", options) == 2005);
}

TEST_CASE("elo: the stronger player loses") {
  // With K = 200 one win turns two equal players into 1600 and 1400. The change by the next game is
  // proportional to K and is scaled to K = 32.
  EloOptions options;
  options.k = 200;
  const double after = elo_of({{"a", "b", white}, {"a", "b", black}}, "a", options);
  CHECK(1600 + (after - 1600) * 32 / 200 == Approx(1575.688098).margin(1e-6));
}

TEST_CASE("elo: games are ordered by date and round and position in the file") {
  // The last game has the largest weight.
  const std::vector<Game> games = {{"a", "b", white, "2024.01.01", "10.1"},
                                   {"a", "b", draw, "2024.01.01", "2.1"},
                                   {"a", "b", black, "2023.05.05", "77"},
                                   {"a", "b", black, "????.??.??", "99"},
                                   {"a", "b", black, "2024.??.??", "99"}};
  const std::vector<Game> ordered = {games[2], games[1], games[0], games[4], games[3]};
  std::vector<Game> same_date = ordered;
  for (Game& game : same_date) game.date = "?", game.round = "1";
  CHECK(elo_of(games, "a") == elo_of(same_date, "a"));
  std::reverse(same_date.begin(), same_date.end());
  CHECK(elo_of(games, "a") != elo_of(same_date, "a"));
}

TEST_CASE("elo: FIDE's expectation table") {
  struct Row {
    double difference;
    int expectation;
  };
  // Ends of some rows of table 8.1.2.
  const Row rows[] = {{0, 50},   {3, 50},   {4, 51},   {10, 51},   {11, 52},   {53, 57},
                      {54, 58},  {61, 58},  {62, 59},  {91, 62},   {92, 63},   {145, 69},
                      {146, 70}, {188, 74}, {189, 75}, {206, 76},  {225, 78},  {235, 79},
                      {278, 83}, {279, 84}, {302, 85}, {303, 86},  {344, 88},  {345, 89},
                      {374, 90}, {391, 91}, {392, 92}, {411, 92},  {412, 93},  {484, 95},
                      {559, 97}, {619, 98}, {735, 99}, {736, 100}, {5000, 100}};
  for (const Row& row : rows) {
    INFO(row.difference);
    CHECK(fide_expectation(row.difference) == row.expectation);
    CHECK(fide_expectation(-row.difference) == 100 - row.expectation);
  }
}

TEST_CASE("elo: FIDE's table is the rounded normal distribution") {
  // The table has hundredths of a normal distribution with standard deviation 2000/7. Some entries
  // are rounded differently, none by more than one.
  for (int difference = 0; difference <= 400; ++difference) {
    const double expected = 100 * normal_distribution(difference * 7 / 2000.0);
    CHECK(std::abs(fide_expectation(difference) - expected) < 1.01);
  }
}

TEST_CASE("elo: FIDE caps differences at 400 for players below 2650") {
  EloOptions options;
  options.fide = true;
  const auto change = [&](double first, double second, const char* of) {
    options.before = {{.name = "a", .rating = first, .effective_games = 100, .peak = first},
                      {.name = "b", .rating = second, .effective_games = 100, .peak = second}};
    return elo_of({{"a", "b", white}}, of, options) - (*of == 'a' ? first : second);
  };
  CHECK(change(2649, 1949, "a") == Approx(0.8));
  CHECK(change(2650, 1950, "a") == Approx(0.1));
  CHECK(change(2650, 1900, "a") == Approx(0).margin(1e-9));
  CHECK(change(2650, 1950, "b") == Approx(-1.6));
  CHECK(change(2200, 2650, "b") == Approx(-9.4));
  CHECK(change(2200, 2649, "b") == Approx(-9.2));
}

TEST_CASE("elo: FIDE's K depends on experience") {
  EloOptions options;
  options.fide = true;
  CHECK(elo_of({{"a", "b", white}}, "a", options) == 1520);
  // K is 40 for 30 games and 20 afterwards.
  std::vector<std::string> names;
  for (int i = 0; i < 100; ++i) names.push_back("opponent " + std::to_string(i));
  std::vector<Game> games;
  for (std::size_t i = 0; i < 30; ++i) games.push_back({"a", names[i].c_str(), draw});
  const double before = elo_of(games, "a", options);
  games.push_back({"a", "last", white});
  CHECK(before == 1500);
  CHECK(elo_of(games, "a", options) == 1510);
  options.start = 2400;
  CHECK(elo_of({{"a", "b", white}}, "a", options) == 2405);
  // A player who has once reached 2400 keeps K = 10. The differences 20 and 14.7 give expectations
  // of 0.53 and 0.52.
  options.start = 2390;
  CHECK(elo_of({{"a", "b", white}, {"a", "c", black}, {"a", "d", black}}, "a", options) ==
        Approx(2390 + 20 - 5.3 - 5.2));
}

TEST_CASE("elo: lists contain results but no errors") {
  const RatingList list = rate_elo(log_of({{"a", "b", white}, {"b", "a", draw}})).at(0);
  CHECK(find(list, "a").results == Wdl{1, 1, 0});
  CHECK(find(list, "b").results == Wdl{0, 1, 1});
  CHECK(find(list, "a").score() == 1.5);
  CHECK_FALSE(find(list, "a").error);
  CHECK(list.players[0].name == "a");
  CHECK(rate_elo(GameLog("creeper", "standard")).empty());
  EloOptions options;
  for (const double k : {std::nan(""), -1.0, 1e308, 10'001.0}) {
    options.k = k;
    CHECK_THROWS_AS(rate_elo(log_of({{"a", "b", white}}), options), std::invalid_argument);
  }
  options.k = 10'000;
  CHECK(std::isfinite(*find(rate_elo(log_of({{"a", "b", white}}), options).at(0), "a").rating));
}

TEST_CASE("glicko2: Glickman's worked example") {
  const auto& expected = rating_vectors().at("glicko2");
  const Glicko2Game games[] = {
      {{1400, 30, 0.06}, 1}, {{1550, 100, 0.06}, 0}, {{1700, 300, 0.06}, 0}};
  const Glicko2 after = glicko2_update({1500, 200, 0.06}, games, 0.5);
  CHECK(after.rating == Approx(expected.at("r").get<double>()).margin(1e-4));
  CHECK(after.deviation == Approx(expected.at("rd").get<double>()).margin(1e-4));
  CHECK(after.volatility == Approx(expected.at("sigma").get<double>()).margin(1e-8));
}

TEST_CASE("glicko2: Glickman's worked example as games with start values") {
  const auto start = [](const char* name, double rating, double deviation) {
    RatedPlayer player;
    player.name = name;
    player.rating = rating;
    player.error = z95 * deviation;
    return player;
  };
  Glicko2Options options;
  options.before = {start("me", 1500, 200), start("x", 1400, 30), start("y", 1550, 100),
                    start("z", 1700, 300)};
  const auto list =
      rate_glicko2(log_of({{"me", "x", white}, {"y", "me", white}, {"me", "z", black}}), options)
          .at(0);
  const RatedPlayer& me = find(list, "me");
  CHECK(*me.rating == Approx(1464.05067).margin(1e-4));
  CHECK(*me.error / z95 == Approx(151.51652).margin(1e-4));
  CHECK(*me.volatility == Approx(0.059995984).margin(1e-8));
  for (const double wrong : {0.0, -1.0, 1e5, std::nan("")}) {
    options.before[0].error = wrong;
    CHECK_THROWS_AS(rate_glicko2(GameLog("g", "v"), options), std::invalid_argument);
  }
  options.before[0] = start("me", 1e10, 200);
  CHECK_THROWS_AS(rate_glicko2(GameLog("g", "v"), options), std::invalid_argument);
}

TEST_CASE("glicko2: ratings that run away are noted") {
  // The winner changes every night.
  std::vector<Game> games;
  const char* const nights[] = {"2026.01.01", "2026.01.02", "2026.01.03", "2026.01.04",
                                "2026.01.05"};
  for (const char* const night : nights) {
    const Outcome result = games.size() % 100 == 0 ? white : black;
    games.insert(games.end(), 50, {"a", "b", result, night});
  }
  Glicko2Options options;
  options.period = RatingPeriod::day;
  const RatingList far = rate_glicko2(log_of(games), options).at(0);
  CHECK(std::abs(*find(far, "a").rating) > 5000);
  REQUIRE(far.notes.size() == 1);
  CHECK_THAT(far.notes[0].english(), contains_text("2 ratings ran away"));
  games.resize(50);
  CHECK(rate_glicko2(log_of(games), options).at(0).notes.empty());
}

TEST_CASE("glicko2: without games only the deviation grows") {
  const Glicko2 after = glicko2_update({1500, 200, 0.06}, {}, 0.5);
  CHECK(after.rating == 1500);
  CHECK(after.deviation == Approx(std::hypot(200, 0.06 * 173.7178)));
  CHECK(after.volatility == 0.06);
}

TEST_CASE("glicko2: a period is an event or a day") {
  const std::vector<Game> games = {{"a", "b", white, "2024.01.01", "1", "spring"},
                                   {"a", "b", white, "2024.01.02", "2", "spring"},
                                   {"b", "a", white, "2024.06.01", "1", "summer"}};
  const auto by_event = rate_glicko2(log_of(games)).at(0);
  // Both games of spring are one period, then summer.
  const Glicko2 start;
  const Glicko2Game won[] = {{start, 1}, {start, 1}}, lost[] = {{start, 0}, {start, 0}};
  const Glicko2 a = glicko2_update(start, won, 0.5), b = glicko2_update(start, lost, 0.5);
  const Glicko2Game last[] = {{b, 0}};
  CHECK(find(by_event, "a").rating == Approx(glicko2_update(a, last, 0.5).rating));
  CHECK(*find(by_event, "a").error == Approx(1.959964 * glicko2_update(a, last, 0.5).deviation));
  Glicko2Options options;
  options.period = RatingPeriod::day;
  const auto by_day = rate_glicko2(log_of(games), options).at(0);
  CHECK(find(by_day, "a").rating != find(by_event, "a").rating);
  REQUIRE(by_day.players.size() == 2);
  CHECK(*by_day.players[1].volatility != 0);
}

TEST_CASE("glicko2: many surprising results leave finite figures") {
  std::vector<Game> games(3000, {"a", "b", white});
  const auto list = rate_glicko2(log_of(games)).at(0);
  for (const RatedPlayer& player : list.players) {
    CHECK(std::isfinite(*player.rating));
    CHECK(std::isfinite(*player.error));
    CHECK(std::isfinite(*player.volatility));
  }
  Glicko2Options options;
  for (const double tau : {0.0, 1e308}) {
    options.tau = tau;
    CHECK_THROWS_AS(rate_glicko2(log_of(games), options), std::invalid_argument);
  }
  CHECK(rate_glicko2(GameLog("creeper", "standard")).empty());
}

TEST_CASE("glicko2: a system constant near zero leaves the volatility as it is") {
  const std::vector<Game> games(30, {"a", "b", white});
  Glicko2Options options;
  options.start.deviation = 50;
  for (const double tau : {1e-6, 1e-30, 1e-60, 1e-160, 1e-300}) {
    CAPTURE(tau);
    options.tau = tau;
    const auto list = rate_glicko2(log_of(games), options).at(0);
    for (const RatedPlayer& player : list.players)
      CHECK(*player.volatility == Approx(options.start.volatility).epsilon(1e-6));
  }
}

/// Games of six players over these days, three per day.
std::vector<Game> season(std::size_t days, const std::vector<std::string>& dates) {
  constexpr const char* players[] = {"a", "b", "c", "d", "e", "f"};
  constexpr Outcome results[] = {white, draw, black, white, white};
  std::vector<Game> games;
  for (std::size_t day = 0; day < days; ++day) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t one = (day * 5 + i * 7) % 6, other = (one + 1 + (day + i) % 5) % 6;
      games.push_back(
          {players[one], players[other], results[(day * 3 + i) % 5], dates[day].c_str()});
    }
  }
  return games;
}

TEST_CASE("methods: a list continued from an earlier one equals the list of all games") {
  std::vector<std::string> dates;
  for (int day = 10; day < 30; ++day) dates.push_back("2026.01." + std::to_string(day));
  const std::vector<Game> all = season(dates.size(), dates);
  // Players of the earlier list without later games stay in the list.
  for (const std::size_t days : {std::size_t{1}, std::size_t{7}, std::size_t{19}}) {
    CAPTURE(days);
    const std::vector<Game> first(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(3 * days));
    const std::vector<Game> rest(all.begin() + static_cast<std::ptrdiff_t>(3 * days), all.end());
    for (const bool fide : {false, true}) {
      EloOptions options;
      options.fide = fide;
      options.start = 2390;  // some players reach 2400, which fixes FIDE's K
      const RatingList whole = rate_elo(log_of(all), options).at(0);
      options.before = rate_elo(log_of(first), options).at(0).players;
      const RatingList parts = rate_elo(log_of(rest), options).at(0);
      REQUIRE(parts.players.size() == whole.players.size());
      for (const RatedPlayer& player : whole.players) {
        const RatedPlayer& same = find(parts, player.name);
        CHECK(same.rating == player.rating);
        CHECK(same.peak == player.peak);
        CHECK(same.results == player.results);
        CHECK(same.effective_games == player.effective_games);
      }
    }
    Glicko2Options options;
    options.period = RatingPeriod::day;
    const RatingList whole = rate_glicko2(log_of(all), options).at(0);
    options.before = rate_glicko2(log_of(first), options).at(0).players;
    const RatingList parts = rate_glicko2(log_of(rest), options).at(0);
    REQUIRE(parts.players.size() == whole.players.size());
    for (const RatedPlayer& player : whole.players) {
      const RatedPlayer& same = find(parts, player.name);
      CHECK(same.rating.value() == Approx(player.rating.value()));
      CHECK(same.error.value() == Approx(player.error.value()));
      CHECK(same.volatility.value() == Approx(player.volatility.value()));
      CHECK(same.results == player.results);
    }
  }
}

TEST_CASE("methods: inactive players stay in the list") {
  EloOptions elo;
  elo.before = rate_elo(log_of({{"a", "b", white}})).at(0).players;
  const RatingList later = rate_elo(log_of({{"b", "c", white, "2024.02.01"}}), elo).at(0);
  CHECK(find(later, "a").rating == 1516);
  CHECK(find(later, "a").results.games() == 1);
  CHECK(rate_elo(log_of({}), elo).at(0).players.size() == 2);
  Glicko2Options glicko;
  glicko.before = rate_glicko2(log_of({{"a", "b", white}})).at(0).players;
  const RatingList list = rate_glicko2(log_of({{"b", "c", white, "2024.02.01"}}), glicko).at(0);
  CHECK(find(list, "a").rating.value() == Approx(find_in(glicko.before, "a").rating.value()));
  CHECK(find(list, "a").error.value() > find_in(glicko.before, "a").error.value());
}

}  // namespace methods_test
