#include "core/rating/games/streaks.h"
#include "core/rating/models/elo.h"
#include "core/rating/models/glicko2.h"
#include "tests/catch.h"

namespace history_test {

using namespace schiri::rating;

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
  const RatingList glicko2 = rate_glicko2(log).at(0);
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

}  // namespace history_test
