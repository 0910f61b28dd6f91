#include "db/games/store.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include "db/edit/change.h"
#include "db/games/compact_movetext.h"
#include "db/games/stored_line.h"
#include "db/import/import.h"
#include "db/query/filtered_games.h"
#include "db/query/results.h"
#include "db/tournament/tournaments.h"
#include "notation/records/pgn/turn_data.h"
#include "tests/catch.h"
#include "tests/data.h"
#include "tests/db/store_fixture.h"
#include "tests/record_text.h"

namespace store_test {

using db::Store;

std::string export_all(const Store& store, const db::GameFilter& filter = {}) {
  std::string text;
  db::visit_records(store, filter, [&](db::StoredRecord& stored) {
    write_record(stored.record, text);
    return true;
  });
  return text;
}

std::string canonical(const std::string& text) {
  std::string out;
  for (const CheckedRecord& record : read(text)) write_record(record.record, out);
  return out;
}

/// A record of two turns with these tag pairs.
std::string record(const std::string& tags, const std::string& result = "*") {
  return record_text({.result = result, .termination = "agreement", .more = tags});
}

TEST_CASE_METHOD(StoreFixture, "store: all contents of a record are kept") {
  const std::string text = GENERATE(
      as<std::string>{}, record(""), record("[Variant \"standard\"]\n"),
      record("[Variant \"?\"]\n"), record("[Position \"?\"]\n[Roll \"?\"]\n"),
      record("[Event \"\"]\n[White \"\"]\n"),
      record("[Black \"a \\\"b\\\" \\\\ c\"]\n[Note \"'); DROP TABLE game; --\"]\n"),
      record("[Zeta \"1\"]\n[Alpha \"2\"]\n[Zeta \"3\"]\n[Termination \"twice\"]\n"),
      record("[Site \"<b>&amp;\"]\n[Date \"2024.??.??\"]\n[Round \"3.1\"]\n"),
      std::string("[Game \"creeper\"]\n\n{before} 1. A2+B3 $1 {good} (1. A2-B2 (1. B1-B2) A6-B6)"
                  " 1... A6-B6 ; with a } in it\n2. B3-B4 * {after} {twice}\n"),
      std::string("[Game \"creeper\"]\n\n*\n"),
      std::string("[Game \"creeper\"]\n[Position \"1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 "
                  "6/6/6/6/6/6 b\"]\n\n1... A6-B6 *\n"));
  const std::string expected = canonical(text);
  import_all(store, text);
  CHECK(export_all(store) == expected);
  CHECK(canonical(expected) == expected);
}

TEST_CASE_METHOD(StoreFixture, "store: filters select games") {
  import_all(store, played("A", "B", "1-0") + played("B", "A", "0-1", "2024.05.18") +
                        played("A", "C", "1/2-1/2", "2023.??.??", "F") +
                        played("C", "B", "*", "????.??.??", "F"));
  const auto [filter, games] = GENERATE(table<db::GameFilter, std::size_t>({
      {db::GameFilter{}, 4},
      {{.players = {"A"}}, 3},
      {{.players = {"A", "B"}}, 2},
      {{.players = {"B", "A"}}, 2},
      {{.players = {"a"}}, 3},  // no name equals `a`
      {{.players = {"A' OR '1'='1"}}, 0},
      {{.game = "creeper"}, 4},
      {{.game = "sperre"}, 0},
      {{.variant = "standard"}, 4},
      {{.events = {"F"}}, 2},
      {{.events = {"none"}}, 0},
      {{.results = {"1-0"}}, 1},
      {{.results = {"*"}}, 1},
      {{.events = {"E", "F"}}, 4},
      {{.results = {"*", "1-0"}}, 2},
      {{.since = "2024.05.18"}, 1},
      {{.until = "2024.05.17"}, 2},
      {{.since = "2023.01.01", .until = "2023.12.31"}, 1},
      {{.since = "2023.01.01", .until = "2023.03.31"}, 0},
      {{.since = "2023.03.01", .until = "2023.12.31"}, 0},
      {{.since = "0000.01.01"}, 3},
      {{.limit = 2}, 2},
      {{.limit = 0}, 0},
      {{.players = {"A"}, .events = {"E"}, .results = {"0-1"}, .limit = 5}, 1},
  }));
  CHECK(count(store, filter) == games);
}

TEST_CASE_METHOD(StoreFixture, "store: games of an event are in order of their numbers") {
  const auto event = db::create_tournament(store, {"E", "{}", 3, 1, 1});
  REQUIRE(event);
  import_all(store, played("later", "B", "1-0"));
  auto games = read(played("A", "three", "1-0") + played("A", "one", "1-0"));
  db::add_game(store, *event, 3, finished(games[0]));
  db::add_game(store, *event, 1, finished(games[1]));
  CHECK(db::stored_numbers(store, *event) == std::vector<std::uint64_t>{1, 3});
  std::vector<std::string> names;
  db::visit_games(store, {}, [&](const std::vector<db::GameCell>& cells) {
    const auto text = [&](std::string_view name) {
      const auto columns = db::columns_of_games();
      const auto is_meant = [&](const auto& column) { return column.key == name; };
      const auto at = std::find_if(columns.begin(), columns.end(), is_meant) - columns.begin();
      return std::get<std::string>(cells[static_cast<std::size_t>(at)]);
    };
    names.push_back(text("white") + text("black"));
    return true;
  });
  CHECK(names == std::vector<std::string>{"Aone", "Athree", "laterB"});
  // The imported game of an event with the same name is not one of its games.
  CHECK(db::find_tournament(store, "E")->stored == 2);
}

TEST_CASE_METHOD(StoreFixture, "store: results for ratings") {
  import_all(store, played("A", "B", "1-0") + played("A", "B", "0-1") +
                        "[Game \"creeper\"]\n\n1. A2-B2 *\n\n[Game \"creeper\"]\n\n*\n");
  std::vector<std::optional<std::uint64_t>> hashes;
  std::vector<std::optional<Outcome>> results;
  db::visit_results(store, {}, [&](const rating::FinishedGame& game) {
    CHECK(game.game == "creeper");
    CHECK(game.variant == "standard");
    hashes.push_back(game.hash);
    results.push_back(game.result);
  });
  REQUIRE(hashes.size() == 4);
  CHECK(hashes[0] == hashes[1]);
  CHECK(hashes[0] != hashes[2]);
  CHECK_FALSE(hashes[3]);
  CHECK(results[0] == Outcome::white_wins);
  CHECK(results[1] == Outcome::black_wins);
  CHECK_FALSE(results[2]);
}

TEST_CASE_METHOD(StoreFixture, "store: other connections read during a write") {
  db::Import import(store);
  for (CheckedRecord& record : read(played("A", "B", "1-0"))) import.add(finished(record));
  const Store reader(directory.file("a.db"), Store::Mode::read);
  CHECK(count(reader, {}) == 0);
  import.commit();
  CHECK(count(reader, {}) == 1);
}

TEST_CASE_METHOD(StoreFixture, "store: ids are never reused") {
  SQLite::Database database(directory.file("a.db"), SQLite::OPEN_READONLY);
  const auto highest = [&](const std::string& table) {
    return database.execAndGet("SELECT coalesce(max(id), 0) FROM " + table).getInt64();
  };
  std::int64_t game = 0, player = 0, event = 0, import = 0;
  for (int again = 0; again < 3; ++again) {
    import_all(store, played("A", "B", "1-0"));
    CHECK(highest("game") > game);
    CHECK(highest("player") > player);
    CHECK(highest("event") > event);
    CHECK(highest("import") > import);
    game = highest("game");
    player = highest("player");
    event = highest("event");
    import = highest("import");
    const auto undo = db::undo_import(std::nullopt);
    db::carry_out(store, undo, db::plan(store, undo));
    CHECK(highest("game") == 0);
    CHECK(highest("player") == 0);
  }
}

TEST_CASE_METHOD(StoreFixture, "store: an open connection notices merged players") {
  const auto event = db::create_tournament(store, {"E", "{}", 3, 1, 1});
  auto games = read(played("A", "B", "1-0") + played("B", "A", "1-0"));
  db::add_game(store, *event, 1, finished(games[0]));
  {
    Store other(directory.file("a.db"), Store::Mode::write);
    import_all(other, played("Z", "Y", "1-0"));
    const auto merge = db::merge_players("Z", {"A"});
    db::carry_out(other, merge, db::plan(other, merge));
    import_all(other, played("Stranger", "Y", "1-0"));
  }
  // The id that this connection remembers no longer exists and is never reused.
  db::add_game(store, *event, 2, finished(games[1]));
  // Merging has made A an alias of Z.
  CHECK(count(store, {.players = {"A"}}) == 3);
  CHECK(count(store, {.players = {"Z"}}) == 3);
  CHECK(count(store, {.players = {"Stranger"}}) == 1);
  SQLite::Database database(directory.file("a.db"), SQLite::OPEN_READONLY);
  CHECK(database.execAndGet("SELECT count(*) FROM pragma_foreign_key_check").getInt() == 0);
}

TEST_CASE("stored line: the comment after each turn is that of the record") {
  const struct {
    std::string movetext;
    bool has_single_comments;
  } rows[] = {{"A2+B3 A6+B5", true},
              {"A2+B3 {x} A6+B5", true},
              {"A2+B3 $1 {x y} A6+B5 ;a } b\n", true},
              {"A2+B3 {} {x} A6+B5 {without an end", true},
              {"A2+B3 {x} {y} A6+B5", false},
              {"{before} A2+B3", false},
              {"A2+B3 {x} (A2-A3 {y}) A6+B5", false},
              {"A2+B3 \\{ {x}", false}};
  for (const auto& [movetext, has_single_comments] : rows) {
    CAPTURE(movetext);
    db::StoredLine line;
    line.assign(1, "creeper", {"standard", "", ""}, movetext);
    CHECK(line.has_single_comments() == has_single_comments);
    if (!has_single_comments) continue;
    Record record;
    record.movetext = db::read_compact_movetext(movetext);
    const std::vector<std::string> comments(line.comments().begin(), line.comments().end());
    CHECK(comments == comments_of(record));
    CHECK(line.turns() == record.turns());
  }
}

TEST_CASE_METHOD(StoreFixture,
                 "store: a database that is moved or deleted during use raises an error") {
  const auto event = db::create_tournament(store, {"E", "{}", 3, 1, 1});
  auto games = read(played("A", "B", "1-0") + played("C", "D", "1-0"));
  db::add_game(store, *event, 1, finished(games[0]));
  SECTION("deleted") { std::filesystem::remove(store.path()); }
  SECTION("moved") { std::filesystem::rename(store.path(), store.path() + ".old"); }
  SECTION("replaced by a copy") {
    std::filesystem::rename(store.path(), store.path() + ".old");
    std::filesystem::copy_file(store.path() + ".old", store.path());
  }
  try {
    db::add_game(store, *event, 2, finished(games[1]));
    FAIL("a game was stored");
  } catch (const db::StoreError& error) {
    CHECK_THAT(error.what(), contains_text("deleted or moved"));
  }
  CHECK_THROWS_AS(import_all(store, played("E", "F", "1-0")), db::StoreError);
}

}  // namespace store_test
