#include "core/rating/models/whr.h"

#include <cmath>

#include "core/rating/games/streaks.h"
#include "core/rating/models/bt.h"
#include "core/rating/models/elo.h"
#include "core/rating/models/glicko2.h"
#include "tests/catch.h"

namespace whr_test {

using namespace schiri;
using namespace schiri::rating;

namespace {

struct Played {
  const char* white;
  const char* black;
  Outcome result;
  const char* date;
};

constexpr Outcome w = Outcome::white_wins, d = Outcome::draw, b = Outcome::black_wins;

GameLog log_of(const std::vector<Played>& games) {
  GameLog log("g", "standard");
  for (const Played& game : games) {
    FinishedGame finished;
    finished.white = game.white;
    finished.black = game.black;
    finished.date = game.date;
    finished.result = game.result;
    log.add(finished);
  }
  return log;
}

const std::vector<Played> season = {
    {"A", "B", w, "2024.01.01"}, {"B", "A", d, "2024.01.01"}, {"A", "C", w, "2024.01.05"},
    {"C", "A", b, "2024.01.05"}, {"B", "C", b, "2024.02.01"}, {"C", "B", d, "2024.02.01"},
    {"A", "B", b, "2024.06.01"}, {"B", "A", w, "2024.06.02"}, {"C", "A", w, "2024.06.02"},
    {"A", "C", d, "2024.07.01"}, {"B", "C", w, "2024.07.01"}, {"C", "B", b, "2025.01.01"},
};

const RatingHistory& history_of(const WhrList& list, const std::string& player) {
  for (std::size_t i = 0; i < list.players.size(); ++i) {
    if (list.players[i].name == player) return list.histories[i];
  }
  throw std::out_of_range(player);
}

/// The density that WHR maximises, by its definition and without derivatives.
double log_posterior(const GameLog& log, const WhrList& list, const WhrOptions& options,
                     const std::string& moved, std::size_t day, double by, double advantage,
                     double log_nu) {
  const double unit = std::log(10.0) / 800;
  const auto square = [](double x) { return x * x; };
  const auto rating = [&](const std::string& player, const std::string& date) {
    const RatingHistory& history = history_of(list, player);
    for (std::size_t i = 0; i < history.size(); ++i) {
      if (history[i].date != date) continue;
      return history[i].rating - 1500 + (player == moved && i == day ? by : 0);
    }
    throw std::out_of_range(date);
  };
  double sum = -(square(advantage) + square(log_nu / unit)) / (2 * square(500));
  for (const std::string& player : log.players()) {
    const RatingHistory& history = history_of(list, player);
    for (std::size_t i = 0; i < history.size(); ++i) {
      const double now = rating(player, history[i].date);
      if (i == 0) {
        sum -= square(now) / (2 * square(options.prior_sd));
        continue;
      }
      const double days =
          static_cast<double>(*day_number(history[i].date) - *day_number(history[i - 1].date));
      sum -= square(now - rating(player, history[i - 1].date)) / (2 * options.drift * days);
    }
  }
  for (const GameLog::Entry& entry : log.entries()) {
    const double elo = rating(log.players()[entry.white], log.date(entry)) -
                       rating(log.players()[entry.black], log.date(entry)) + advantage;
    const double u = std::pow(10, elo / 800), nu = std::exp(log_nu);
    const double p = entry.result == w ? u : entry.result == d ? nu : 1 / u;
    sum += std::log(p / (u + 1 / u + nu));
  }
  return sum;
}

}  // namespace

TEST_CASE("whr: the gradient is zero at the maximum") {
  const GameLog log = log_of(season);
  WhrOptions options;
  options.scale = Scale::odds;
  options.drift = 100;
  const auto lists = rate_whr(log, options);
  REQUIRE(lists.size() == 1);
  const WhrList& list = lists[0];
  const double advantage = list.first_move_advantage, log_nu = std::log(list.nu);
  const auto at = [&](const std::string& player, std::size_t day, double by, double a, double n) {
    return log_posterior(log, list, options, player, day, by, advantage + a, log_nu + n);
  };
  CHECK(at("", 0, 0, 0, 0) == Approx(list.log_posterior));
  constexpr double h = 0.01;
  for (const std::string player : {"A", "B", "C"}) {
    const RatingHistory& history = history_of(list, player);
    for (std::size_t day = 0; day < history.size(); ++day) {
      const double up = at(player, day, h, 0, 0), down = at(player, day, -h, 0, 0);
      CHECK((up - down) / (2 * h) == Approx(0).margin(1e-6));
      CHECK(up + down < 2 * at("", 0, 0, 0, 0));
    }
  }
  CHECK((at("", 0, 0, h, 0) - at("", 0, 0, -h, 0)) / (2 * h) == Approx(0).margin(1e-6));
  CHECK((at("", 0, 0, 0, 1e-4) - at("", 0, 0, 0, -1e-4)) / 2e-4 == Approx(0).margin(1e-4));
}

TEST_CASE("whr: the Elo scale is the scale of odds multiplied by a factor") {
  const GameLog log = log_of(season);
  WhrOptions fitted;
  fitted.scale = Scale::odds;
  const WhrList before = rate_whr(log, fitted).at(0), after = rate_whr(log).at(0);
  const double factor = 2 / (2 + before.nu);
  CHECK(after.first_move_advantage == Approx(factor * before.first_move_advantage));
  for (std::size_t i = 0; i < before.players.size(); ++i) {
    for (std::size_t day = 0; day < before.histories[i].size(); ++day) {
      const RatingPoint &a = after.histories[i][day], &b = before.histories[i][day];
      CHECK(a.rating - 1500 == Approx(factor * (b.rating - 1500)));
      CHECK(*a.error == Approx(factor * *b.error));
    }
    CHECK(*after.players[i].rating == after.histories[i].back().rating);
  }
}

TEST_CASE("whr: without drift all days have the rating of bt") {
  const GameLog log = log_of(season);
  WhrOptions options;
  options.drift = 1e-9;
  const WhrList list = rate_whr(log, options).at(0);
  BtOptions bt;
  const BtList fixed = rate_bt(GameCounts(log), bt).at(0);
  for (const RatedPlayer& player : fixed.players) {
    const RatingHistory& history = history_of(list, player.name);
    for (const RatingPoint& point : history) {
      CHECK(point.rating == Approx(history[0].rating).margin(0.01));
    }
    // bt has no prior on advantage and draws. The prior changes the differences slightly.
    CHECK(history[0].rating - history_of(list, "A")[0].rating ==
          Approx(*player.rating - *std::find_if(fixed.players.begin(), fixed.players.end(),
                                                [](const auto& p) { return p.name == "A"; })
                                       ->rating)
              .margin(6));
  }
}

TEST_CASE("whr: large drift makes days independent and increases errors") {
  const GameLog log = log_of(season);
  WhrOptions calm, wild;
  calm.drift = 1;
  wild.drift = 1e7;
  const WhrList slow = rate_whr(log, calm).at(0), quick = rate_whr(log, wild).at(0);
  for (const std::string player : {"A", "B", "C"}) {
    CHECK(*history_of(slow, player)[1].error < *history_of(quick, player)[1].error);
  }
  // A beat C twice in January, later lost and drew.
  CHECK(history_of(quick, "A")[1].rating > history_of(quick, "A").back().rating + 100);
}

TEST_CASE("whr: incomplete and missing dates") {
  CHECK(*day_number("2024.03.01") - *day_number("2024.02.28") == 2);
  CHECK(day_number("2024.??.??") == day_number("2024.01.01"));
  CHECK_FALSE(day_number("????.??.??"));
  CHECK_FALSE(day_number("?"));
  const auto lists = rate_whr(log_of({{"A", "B", w, "????.??.??"}, {"A", "B", w, "2024.05.01"}}));
  CHECK(history_of(lists.at(0), "A").size() == 1);
  CHECK(history_of(lists.at(0), "A")[0].games == 2);
  CHECK(rate_whr(GameLog("g", "standard")).empty());
  CHECK_THROWS_AS(rate_whr(log_of(season), {0, 500}), std::invalid_argument);
}

TEST_CASE("history: the last point is the rating of the list") {
  const GameLog log = log_of(season);
  const RatingList elo = rate_elo(log).at(0);
  for (const RatedPlayer& player : elo.players) {
    const RatingHistory history = elo_history(log, player.name);
    CHECK(history.back().rating == Approx(*player.rating));
    CHECK(history.size() >= 5);
    std::uint64_t games = 0;
    for (const RatingPoint& point : history) games += point.games;
    CHECK(games == player.results.games());
  }
  Glicko2Options by_day;
  by_day.period = RatingPeriod::day;
  CHECK(glicko2_history(log, "A", by_day).size() == elo_history(log, "A").size());
  CHECK(glicko2_history(log, "A").size() == 1);
  const Glicko2List glicko2 = rate_glicko2(log).at(0);
  for (const RatedPlayer& player : glicko2.players) {
    CHECK(glicko2_history(log, player.name).back().rating == Approx(*player.rating));
  }
  CHECK(elo_history(log, "nobody").empty());
}

TEST_CASE("streaks: the longest run of each kind in order of dates") {
  const GameLog log = log_of({{"A", "B", w, "2024.01.03"},
                              {"A", "B", w, "2024.01.01"},
                              {"B", "A", d, "2024.01.02"},
                              {"B", "A", b, "2024.01.04"},
                              {"A", "B", b, "2024.01.05"}});
  const auto wins = longest_streaks(log, StreakKind::wins);
  REQUIRE(wins.size() == 2);
  CHECK(wins[0].player == "A");
  CHECK(wins[0].length == 2);
  CHECK(wins[0].first_date == "2024.01.03");
  CHECK(wins[0].last_date == "2024.01.04");
  CHECK_FALSE(wins[0].open);
  CHECK(wins[1].player == "B");
  CHECK(wins[1].open);
  CHECK(longest_streaks(log, StreakKind::unbeaten)[0].length == 4);
  CHECK(longest_streaks(log, StreakKind::winless)[0].player == "B");
  CHECK(longest_streaks(log, StreakKind::winless)[0].length == 4);
  CHECK(longest_streaks(log, StreakKind::draws).size() == 2);
  CHECK(longest_streaks(log, StreakKind::losses)[0].length == 2);
}

}  // namespace whr_test
