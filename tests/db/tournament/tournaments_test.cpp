#include "db/tournament/tournaments.h"

#include "tests/catch.h"
#include "tests/db/finished_record.h"

namespace tournaments_test {

using db::Store;

struct Fixture {
  TemporaryDirectory directory;
  Store store{directory.file("a.db"), Store::Mode::create};
  db::StoredTournament event = db::create_tournament(store, {"Cup", "{}", 4}).value();

  void add(std::uint64_t number, const db::GameNotes& notes = {},
           const std::string& termination = "normal") {
    db::FinishedRecord game;
    game.record.tags = {{"Event", "Cup"},
                        {"Round", std::to_string(number)},
                        {"White", "Ann"},
                        {"Black", "Bob"},
                        {"Termination", termination}};
    game.record.result = "1-0";
    game.game = "creeper";
    game.variant = "standard";
    db::add_game(store, event, number, game, notes);
  }
  std::vector<std::uint64_t> openings() const {
    std::vector<std::uint64_t> numbers;
    for (const db::OpeningRow& row : db::stored_openings(store, event)) {
      numbers.push_back(row.number);
    }
    return numbers;
  }
};

using Numbers = std::vector<std::uint64_t>;

TEST_CASE_METHOD(Fixture, "played games: failures and openings are stored with their games") {
  add(2, {db::FailureRow{Side::black, "it hangs", "error", "> go"},
          db::OpeningRow{1, "", "", {"A2+B3", "A6-B6"}}});
  add(1, {std::nullopt, db::OpeningRow{1, "", "", {"another"}}});
  REQUIRE(openings() == Numbers{1});
  CHECK(db::stored_openings(store, event)[0].turns == std::vector<std::string>{"A2+B3", "A6-B6"});
  const auto failures = db::stored_failures(store, event);
  REQUIRE(failures.size() == 1);
  CHECK(failures[0] == std::pair(std::uint64_t{2}, std::string("Bob")));
  const auto games = db::failure_games(store, event);
  REQUIRE(games.size() == 1);
  CHECK(games[0].number == 2);
  CHECK(games[0].round == "2");
  CHECK(games[0].player == "Bob");
  CHECK(games[0].remark == "it hangs");
  const auto results = db::stored_results(store, event);
  REQUIRE(results.size() == 2);
  CHECK_FALSE(results[0].failed);
  CHECK(results[1].failed == Side::black);
}

TEST_CASE_METHOD(Fixture, "played games: results are in order of numbers") {
  add(3, {}, "abandoned");
  add(1);
  const auto results = db::stored_results(store, event);
  REQUIRE(results.size() == 2);
  CHECK(results[0].number == 1);
  CHECK(results[0].result == "1-0");
  CHECK_FALSE(results[0].unplayed);
  CHECK(results[1].number == 3);
  CHECK(results[1].unplayed);
}

TEST_CASE_METHOD(Fixture, "played games: a number is stored once") {
  add(2);
  CHECK_THROWS_AS(add(2, {db::FailureRow{}, std::nullopt}), db::StoreError);
  CHECK(db::stored_failures(store, event).empty());
  add(3);
  CHECK(db::stored_numbers(store, event) == Numbers{2, 3});
}

TEST_CASE_METHOD(Fixture, "tournaments: names of events are unique and ids are never shared") {
  CHECK_FALSE(db::create_tournament(store, {"Cup", "{}", 5, 1, 1}));
  const auto second = db::create_tournament(store, {"it's \"F\"", "{}", 7, 2, 3});
  REQUIRE(second);
  CHECK(second->game_id(1) == event.game_id(1) + 4);
  CHECK(second->planned() == 2);
  CHECK(db::find_tournament(store, "it's \"F\"")->shards == 3);
  CHECK_FALSE(db::find_tournament(store, "cup"));
  CHECK(db::stored_tournaments(store).size() == 2);
}

TEST_CASE_METHOD(Fixture, "tournaments: an event ends with a game and removes later games") {
  for (const std::uint64_t number : {1u, 2u, 3u}) {
    add(number, {std::nullopt, db::OpeningRow{number, "", "", {}}});
  }
  db::end_tournament(store, event, 2, 1);
  CHECK(db::stored_numbers(store, event) == Numbers{1, 2});
  CHECK(openings() == Numbers{1});
  CHECK(db::find_tournament(store, "Cup")->games == 2);
}

TEST_CASE_METHOD(Fixture,
                 "tournaments: additional numbers of an extended event have their own ids") {
  const db::StoredTournament other = db::create_tournament(store, {"Open", "{}", 10}).value();
  db::extend_tournament(store, event, R"({"more":true})", 6);
  const db::StoredTournament larger = db::find_tournament(store, "Cup").value();
  CHECK(larger.config == R"({"more":true})");
  CHECK(larger.games == 6);
  CHECK(larger.game_id(4) == event.game_id(4));
  CHECK(other.game_id(1) == event.game_id(4) + 1);
  CHECK(larger.game_id(5) == other.game_id(10) + 1);
  CHECK(larger.game_id(6) == larger.game_id(5) + 1);
}

}  // namespace tournaments_test
