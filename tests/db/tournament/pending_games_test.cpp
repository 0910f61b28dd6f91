#include "db/tournament/pending_games.h"

#include "core/match/clock.h"
#include "core/match/termination.h"
#include "db/tournament/settings.h"
#include "tests/catch.h"

namespace pending_games_test {

using namespace schiri::db;

/// The first bot is excluded after one failure, the other never.
TournamentConfig two_bots() {
  return parse_settings(R"({"game": "creeper", "rounds": 3, "bots":
      ["random name=a strikes=1", "random name=b"]})",
                        "plan")
      .config();
}

class Fixture {
 public:
  ScheduledGame game(std::uint64_t number) const { return schedule_->game(number); }

  /// Ends a game, if `culprit` is given with a failure of this bot.
  void finish(std::uint64_t number, const std::string& culprit = "",
              Termination termination = Termination::illegal_move) {
    const ScheduledGame scheduled = game(number);
    ContestGame played;
    played.record.result = "1/2-1/2";
    if (!culprit.empty()) {
      const bool is_white = contest_.config().bots[scheduled.white].name == culprit;
      played.culprit = is_white ? Side::white : Side::black;
      played.record.set_tag("Termination", std::string(text_of(termination)));
    }
    played.scheduled = scheduled;
    played.end = end_;
    pending_.add(std::move(played));
  }

  /// The numbers of games that are now settled; forfeited games are negative.
  std::vector<int> settle() {
    std::vector<int> numbers;
    pending_.settle([&](const ContestGame& game) {
      const bool is_forfeit =
          termination_of(game.record.tag("Termination")) == Termination::abandoned;
      numbers.push_back(static_cast<int>(game.scheduled.number) * (is_forfeit ? -1 : 1));
      return true;
    });
    return numbers;
  }

 protected:
  Contest contest_ = Contest(two_bots());
  std::unique_ptr<Schedule> schedule_ = contest_.schedule();
  bool interrupted_ = false;
  std::chrono::nanoseconds end_ = monotonic_time() - std::chrono::seconds(1);
  PendingGames pending_{contest_, [this] { return interrupted_; }};
};

TEST_CASE_METHOD(Fixture, "pending games: games are settled in order of their numbers") {
  for (const std::uint64_t number : {1u, 2u, 3u}) pending_.begin(game(number));
  finish(3);
  finish(1);
  finish(2);
  CHECK(settle() == std::vector<int>{1, 2, 3});
  CHECK(settle().empty());
}

TEST_CASE_METHOD(Fixture,
                 "pending games: a game waits while an earlier game may exclude a player") {
  pending_.begin(game(1));
  pending_.begin(game(2));
  finish(2);
  CHECK(settle().empty());
  finish(1, "a");
  CHECK(settle() == std::vector<int>{1, -2});
  CHECK(pending_.forfeited(game(3)));
}

TEST_CASE_METHOD(Fixture, "pending games: stored failures count for their bot only") {
  CHECK_FALSE(pending_.forfeited(game(2)));
  pending_.load_failure(1, "b");
  pending_.load_failure(1, "nobody");
  CHECK_FALSE(pending_.forfeited(game(2)));
  pending_.load_failure(1, "a");
  CHECK(pending_.forfeited(game(2)));
  CHECK_FALSE(pending_.forfeited(game(1)));
}

TEST_CASE_METHOD(Fixture,
                 "pending games: a program that disappeared may have been ended from outside") {
  pending_.begin(game(1));
  SECTION("just now") { end_ = monotonic_time(); }
  SECTION("during an interruption of this process") { interrupted_ = true; }
  finish(1, "a", Termination::crash);
  CHECK(settle().empty());
}

}  // namespace pending_games_test

namespace strikes_test {

using namespace schiri::db;

ScheduledGame game(std::uint64_t number, std::size_t white, std::size_t black) {
  ScheduledGame scheduled;
  scheduled.number = number;
  scheduled.white = white;
  scheduled.black = black;
  return scheduled;
}

TEST_CASE("strikes: a bot is excluded from games after its last permitted failure") {
  Strikes strikes({2, 2, std::nullopt});
  for (std::uint64_t number : {7U, 3U, 5U}) {
    strikes.begin(game(number, 0, 2));
    strikes.decide(number, 0);
  }
  CHECK_FALSE(strikes.is_out(0, 3));
  CHECK_FALSE(strikes.is_out(0, 5));
  CHECK(strikes.is_out(0, 6));
  CHECK(strikes.is_out(0, 7));
  CHECK_FALSE(strikes.is_out(1, 100));
}

TEST_CASE("strikes: without a limit no bot is excluded") {
  Strikes strikes({std::nullopt, std::nullopt});
  for (std::uint64_t number = 1; number < 100; ++number) {
    strikes.begin(game(number, 0, 1));
    strikes.decide(number, 0);
  }
  CHECK_FALSE(strikes.is_open(0, 1000));
}

TEST_CASE("strikes: unfinished earlier games leave an exclusion open") {
  Strikes strikes({1, 1, 1});
  strikes.begin(game(1, 0, 1));
  strikes.begin(game(2, 1, 2));
  CHECK_FALSE(strikes.is_open(0, 1));
  CHECK(strikes.is_open(0, 2));
  CHECK(strikes.is_open(1, 2));
  CHECK_FALSE(strikes.is_open(2, 2));
  CHECK(strikes.is_open(2, 3));
  CHECK_FALSE(strikes.is_out(2, 3));

  // A finished game leaves no exclusion open, except for its culprit.
  strikes.finish(2, std::nullopt);
  CHECK_FALSE(strikes.is_open(2, 3));
  strikes.finish(1, 1);
  CHECK_FALSE(strikes.is_open(0, 3));
  CHECK(strikes.is_open(1, 3));
  CHECK_FALSE(strikes.is_out(1, 3));
  strikes.decide(1, 1);
  CHECK(strikes.is_out(1, 2));
  CHECK_FALSE(strikes.is_open(1, 3));
}

TEST_CASE("strikes: a game that does not count adds no failure") {
  Strikes strikes({1, 1});
  strikes.begin(game(4, 0, 1));
  strikes.finish(4, 1);
  CHECK(strikes.is_open(1, 5));
  strikes.decide(4, std::nullopt);
  CHECK_FALSE(strikes.is_open(1, 5));
}

}  // namespace strikes_test
