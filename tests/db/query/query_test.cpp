#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "core/base/random.h"
#include "db/query/filtered_games.h"
#include "db/query/game_filter.h"
#include "db/query/results.h"
#include "db/sqlite/connection.h"
#include "tests/catch.h"
#include "tests/data.h"
#include "tests/db/store_fixture.h"

namespace query_test {

using namespace schiri;

TEST_CASE_METHOD(StoreFixture, "game rows: the same records and results as by other ways") {
  const std::string start =
      "[Event \"x\"]\n[Site \"?\"]\n[Round \"2.1\"]\n[White \"a\"]\n[Black \"b\"]\n"
      "[Result \"1-0\"]\n[Game \"creeper\"]\n[Annotator \"c\"]\n\n"
      "1. A2+B3 $1 {good} (1. A2+C3) A6-B6 1-0 {end}\n\n";
  import_all(store, start + played("a", "b", "*"));
  for (const char* game : {"creeper", "more-or-less", "springerjagd", "sperre"}) {
    import_all(store, read_data(std::string(game) + "-sample.pgn"));
  }
  std::vector<db::StoredRecord> records;
  db::visit_records(store, {}, [&](db::StoredRecord& record) {
    records.push_back(record);
    return true;
  });
  std::size_t i = 0, plain = 0, ended = 0;
  db::visit_game_rows(store, {}, [&](const db::GameRow& row) {
    REQUIRE(i < records.size());
    const db::StoredRecord& record = records[i++];
    const db::StoredRecord own = row.record();
    CHECK(own.id == record.id);
    CHECK(own.number == record.number);
    CHECK(own.record == record.record);
    CHECK(row.line().turns() == record.record.turns());
    CHECK(row.finished().turns == record.record.turns().size());
    CHECK(row.result() == record.record.result);
    CHECK(row.line().is_plain() ==
          std::all_of(record.record.movetext.begin(), record.record.movetext.end(),
                      [](const Element& one) { return one.kind == Element::Kind::turn; }));
    plain += row.line().is_plain();
    ended += row.ending().has_value();
  });
  CHECK(i == records.size());
  CHECK(plain > 0);
  CHECK(plain < records.size());
  CHECK(ended > 0);
  std::size_t of_a = 0;
  db::visit_game_rows(store, {.players = {"a"}, .limit = 1}, [&](const db::GameRow& row) {
    CHECK(row.finished().white == "a");
    ++of_a;
  });
  CHECK(of_a == 1);
}

TEST_CASE_METHOD(StoreFixture, "game rows: an outcome that is none is damage") {
  import_all(store, played("a", "b", "1-0"));
  SQLite::Database& database = store.connection().database();
  database.exec("PRAGMA ignore_check_constraints = ON");
  database.exec("UPDATE game SET outcome = 'red', reason = 'chain'");
  CHECK_THROWS_AS(db::visit_game_rows(store, {}, [](const db::GameRow&) {}), db::StoreDamaged);
}

TEST_CASE("game filter: a name matches exactly or a part matches any name that contains it") {
  db::GameFilter filter;
  filter.players = {"Ann", "Bob"};
  filter.parts = {"Bob"};
  CHECK(filter.means("Ann", "Ann"));
  CHECK_FALSE(filter.means("Ann", "Joanna"));
  CHECK(filter.means("Bob", "Bobby"));
  CHECK_FALSE(filter.means("Bob", "Ann"));
}

TEST_CASE("game filter: limits exclude no game") {
  CHECK_FALSE(db::GameFilter{}.asks_for_anything());
  CHECK_FALSE(
      db::GameFilter{.limit = 1, .offset = 2, .sort = {{"date", false}}}.asks_for_anything());
  CHECK(db::GameFilter{.players = {"Ann"}}.asks_for_anything());
  CHECK(db::GameFilter{.until = "2020.01.01"}.asks_for_anything());
  CHECK(db::GameFilter{.events = {"Cup"}}.asks_for_anything());
  CHECK(db::GameFilter{.results = {"*"}}.asks_for_anything());
  CHECK(db::GameFilter{.positions = {.reached = {{{"creeper", "x"}}}}}.asks_for_anything());
}

/// A row without its texts: games, wins, draws, losses, as White, points as White, last date.
using Figures = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t,
                           std::uint64_t, double, std::string>;

Figures figures_of(const db::MeetingRow& row) {
  return {row.games,           row.wins,     row.draws, row.losses, row.games_as_white,
          row.points_as_white, row.last_date};
}

std::vector<db::MeetingRow> meetings(const db::Store& store, const db::GameFilter& filter = {}) {
  std::vector<db::MeetingRow> rows;
  db::visit_meetings(store, filter, [&](const db::MeetingRow& row) {
    rows.push_back(row);
    return true;
  });
  return rows;
}

TEST_CASE_METHOD(StoreFixture, "meetings: both sides of each pairing agree with plain sums") {
  // Ids in another order than names; games of players against themselves are left out.
  const std::vector<std::string> names = {"d", "b", "a", "c"};
  const std::vector<std::string> results = {"1-0", "1/2-1/2", "0-1", "*"};
  std::map<std::pair<std::string, std::string>, Figures> expected;
  const auto expect = [&](const std::string& player, const std::string& opponent, int half_points,
                          bool is_white, const std::string& date) {
    auto& [games, wins, draws, losses, as_white, points, last] = expected[{player, opponent}];
    ++games;
    ++(half_points == 2 ? wins : half_points == 1 ? draws : losses);
    as_white += is_white;
    if (is_white) points += half_points / 2.0;
    last = std::max(last, date);
  };
  Rng rng(3);
  std::string text;
  for (int i = 0; i < 300; ++i) {
    const std::string &white = names[rng.below(4)], &black = names[rng.below(4)];
    const std::size_t result = rng.below(4);
    const std::string date = "2024.05." + std::to_string(10 + rng.below(20));
    text += played(white, black, results[result], date, "E" + std::to_string(i));
    if (result == 3 || white == black) continue;
    const int points = 2 - static_cast<int>(result);
    expect(white, black, points, true, date);
    expect(black, white, 2 - points, false, date);
  }
  import_all(store, text);
  const auto rows = meetings(store);
  CHECK(rows.size() == expected.size());
  for (const db::MeetingRow& row : rows) {
    CAPTURE(row.player, row.opponent);
    CHECK(row.game == "creeper");
    CHECK(row.variant == "standard");
    CHECK(figures_of(row) == expected[{row.player, row.opponent}]);
  }
  CHECK(std::is_sorted(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    return std::tie(a.player, b.games, a.opponent) < std::tie(b.player, a.games, b.opponent);
  }));
  const auto of_b = meetings(store, {.players = {"b"}});
  CHECK(of_b.size() == 3);
  for (const db::MeetingRow& row : of_b) {
    CHECK(row.player == "b");
    CHECK(figures_of(row) == expected[{"b", row.opponent}]);
  }
}

TEST_CASE_METHOD(StoreFixture, "meetings: by game and variant, and as many as are asked for") {
  const std::string other = record_text({.event = "E",
                                         .white = "a",
                                         .black = "b",
                                         .result = "1-0",
                                         .game = "springerjagd",
                                         .termination = "agreement",
                                         .turns = ""});
  import_all(store, other + played("b", "a", "1-0") + played("a", "c", "0-1"));
  const auto rows = meetings(store);
  REQUIRE(rows.size() == 6);
  CHECK(rows[0].game == "creeper");
  CHECK(rows[4].game == "springerjagd");
  CHECK(rows[4].player == "a");
  CHECK(rows[4].wins == 1);
  CHECK(rows[5].losses == 1);
  std::size_t visited = 0;
  db::visit_meetings(store, {}, [&](const db::MeetingRow&) { return ++visited < 3; });
  CHECK(visited == 3);
}

TEST_CASE_METHOD(StoreFixture, "meetings: players without a name in a damaged file are left out") {
  import_all(store, played("a", "b", "1-0") + played("b", "c", "1-0"));
  SQLite::Database& database = store.connection().database();
  database.exec("PRAGMA foreign_keys = OFF");
  database.exec("DELETE FROM player WHERE name = 'a'");
  const auto rows = meetings(store);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].player == "b");
  CHECK(rows[0].opponent == "c");
}

}  // namespace query_test
