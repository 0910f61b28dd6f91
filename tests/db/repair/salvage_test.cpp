#include "db/repair/salvage.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include "core/base/random.h"
#include "db/games/record_row.h"
#include "db/import/import.h"
#include "db/position_index/position_index.h"
#include "db/query/filtered_games.h"
#include "db/repair/database_check.h"
#include "db/tournament/tournaments.h"
#include "notation/records/pgn/reader.h"
#include "tests/catch.h"
#include "tests/db/finished_record.h"
#include "tests/generated_games.h"

namespace repair_salvage_test {

using db::Store;

constexpr std::size_t page_size = 4096;
constexpr std::uint64_t number_of_games = 120;

/// A database with all kinds of contents, of some fifty pages.
struct Fixture {
  Fixture() {
    Store store(path, Store::Mode::create);
    db::Import import(store, "archive.pgn");
    GeneratedGames source({.games = number_of_games, .players = 9, .turns = 8});
    ReadOptions options;
    options.keep = Keep::records;
    options.keep_text = true;
    read_records(source, options, [&](CheckedRecord& record) {
      CHECK(import.add(db::row_of(record, options.check)));
      return true;
    });
    TextSource broken("[Game \"creeper\"]\n\n1. A1-A9 *\n");
    read_records(broken, options, [&](CheckedRecord& record) {
      import.quarantine("broken.pgn", record.check, record.text);
      return true;
    });
    import.commit();
    for (int i = 0; i < 3; ++i) add_event(store, "Event " + std::to_string(i));
    db::index_positions(store);
  }

  static void add_event(Store& store, const std::string& name) {
    const auto event = db::create_tournament(store, {name, "{\"game\":\"creeper\"}", 4});
    for (const std::uint64_t number : {2u, 1u}) {
      db::FinishedRecord game;
      game.record.tags = {{"Event", name}, {"White", "a bot"}, {"Black", "another"}};
      game.record.movetext = {{Element::Kind::turn, "A2+B3"}};
      game.record.result = "1-0";
      game.game = "creeper";
      game.variant = "standard";
      game.turns = 1;
      const db::FailureRow failure{Side::black, "it crashed", std::string(6000, 'e'), "> go"};
      const db::OpeningRow opening{number, "", "", {"A2+B3"}};
      db::add_game(store, *event, number, game, {failure, opening});
    }
    db::add_void_game(store, *event, {3, "the power failed", "[Event \"?\"]\n\n*\n"});
  }

  static std::vector<std::string> records(const std::string& path) {
    std::vector<std::string> records;
    const Store store(path, Store::Mode::read);
    db::visit_records(store, {}, [&](const db::StoredRecord& stored) {
      write_record(stored.record, records.emplace_back());
      return true;
    });
    return records;
  }

  static std::uint64_t problems(const std::string& path) {
    const Store store(path, Store::Mode::read);
    return db::check(store, 1,
                     [](const db::Inconsistency& problem) {
                       UNSCOPED_INFO(problem.kind << ": " << problem.message);
                       return true;
                     })
        .problems;
  }

  db::SalvageReport salvage_from(const std::string& bytes) const {
    const std::string damaged = directory.write("damaged.db", bytes);
    std::filesystem::remove(saved);
    return db::salvage(damaged, saved, 1);
  }

  std::int64_t count(const std::string& sql) const {
    SQLite::Database database(saved, SQLite::OPEN_READONLY);
    return database.execAndGet("SELECT count(*) FROM " + sql).getInt64();
  }

  TemporaryDirectory directory;
  std::string path = directory.file("a.db"), saved = directory.file("saved.db");
};

TEST_CASE_METHOD(Fixture, "salvage: nothing is lost from an intact database") {
  std::string bytes = read_file(path);
  SECTION("unchanged") {}
  SECTION("missing first bytes") { std::fill_n(bytes.begin(), 100, '\0'); }
  SECTION("wrong page size") { bytes[16] = 2; }
  const db::SalvageReport salvaged = salvage_from(bytes);
  CHECK(salvaged.complete());
  CHECK(salvaged.games == number_of_games + 6);
  CHECK(salvaged.events == 4);
  CHECK(salvaged.players == 11);
  CHECK(salvaged.quarantined == 1);
  CHECK(records(saved) == records(path));
  CHECK(problems(saved) == 0);
  CHECK(count("failure WHERE length(standard_error) = 6000") == 6);
  CHECK(count("opening") == 6);
  CHECK(count("void_game") == 3);
  CHECK(count("imports WHERE file = 'archive.pgn' AND games = 120 AND quarantined = 1") == 1);
}

TEST_CASE_METHOD(Fixture, "salvage: rows on unreferenced pages are found") {
  std::string bytes = read_file(path);
  std::fill_n(bytes.begin(), page_size, '\0');
  const db::SalvageReport salvaged = salvage_from(bytes);
  CHECK_FALSE(salvaged.complete());
  CHECK(salvaged.games == number_of_games + 6);
  CHECK(records(saved) == records(path));
  CHECK(problems(saved) == 0);
}

TEST_CASE_METHOD(Fixture, "salvage: saved records are correct for damage on any page") {
  const std::string bytes = read_file(path);
  const std::vector<std::string> before = records(path);
  const std::set<std::string> known(before.begin(), before.end());
  std::size_t lost = 0;
  for (std::size_t page = 0; page < bytes.size() / page_size; ++page) {
    CAPTURE(page);
    std::string bad = bytes;
    std::fill_n(bad.begin() + static_cast<std::ptrdiff_t>(page * page_size), page_size,
                page % 2 ? 'x' : '\0');
    const db::SalvageReport salvaged = salvage_from(bad);
    CHECK(problems(saved) == 0);
    const std::vector<std::string> now = records(saved);
    CHECK(now.size() == salvaged.games);
    CHECK(now.size() > before.size() / 3);
    if (now != before) {
      ++lost;
      CHECK_FALSE(salvaged.complete());
    }
    if (salvaged.lost_players + salvaged.lost_events > 0) continue;
    for (const std::string& record : now) CHECK(known.contains(record));
  }
  CHECK(lost > 5);
}

TEST_CASE_METHOD(Fixture, "salvage: the beginning of a truncated file is saved") {
  const std::string bytes = read_file(path);
  std::uint64_t most = 0;
  for (std::size_t sevenths = 7; sevenths > 0; --sevenths) {
    const std::size_t size = bytes.size() * sevenths / 7 - 1;
    CAPTURE(size);
    REQUIRE(size > 2 * page_size);
    const db::SalvageReport salvaged = salvage_from(bytes.substr(0, size));
    most = std::max(most, salvaged.games);
    if (salvaged.complete()) CHECK(records(saved) == records(path));
    CHECK(problems(saved) == 0);
  }
  CHECK(most > number_of_games / 2);
}

TEST_CASE_METHOD(Fixture, "salvage: arbitrary bytes are read without harm") {
  const std::string bytes = read_file(path);
  Rng rng(7);
  for (int round = 0; round < 60; ++round) {
    CAPTURE(round);
    std::string bad = bytes;
    for (std::uint64_t i = 0; i < 1 + rng.below(400); ++i) {
      bad[rng.below(bad.size())] = static_cast<char>(rng.below(256));
    }
    const db::SalvageReport salvaged = salvage_from(bad);
    CHECK(problems(saved) == 0);
    CHECK(salvaged.games + salvaged.wrong_games + salvaged.without_moves > 0);
  }
}

TEST_CASE_METHOD(Fixture, "salvage: committed changes in the log file are included") {
  const std::string copy = directory.file("copy.db");
  SQLite::Database writer(path, SQLite::OPEN_READWRITE);
  writer.exec("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0");
  writer.exec("UPDATE player SET name = 'renamed' WHERE name = 'a bot'");
  writer.exec("BEGIN IMMEDIATE; UPDATE player SET name = 'not committed' WHERE name = 'another'");
  std::filesystem::copy_file(path, copy);
  std::filesystem::copy_file(path + "-wal", copy + "-wal");
  writer.exec("ROLLBACK");
  const db::SalvageReport salvaged = db::salvage(copy, saved, 1);
  CHECK(salvaged.complete());
  CHECK(count("player WHERE name = 'renamed'") == 1);
  CHECK(count("player WHERE name = 'not committed'") == 0);
  CHECK(records(saved) == records(path));
}

TEST_CASE_METHOD(Fixture, "salvage: inconsistent games go to quarantine") {
  const auto sql = GENERATE(values<std::string>({
      "UPDATE game SET turns = turns + 1 WHERE id = 7",
      "UPDATE movetext SET text = 'A1-A9' WHERE game_id = 7",
      "UPDATE movetext SET text = '* A2+B3' WHERE game_id = 7",
      "UPDATE movetext SET text = '{ (' || text WHERE game_id = 7",
      "UPDATE movetext SET text = CAST(x'ff' AS TEXT) || text WHERE game_id = 7",
      "UPDATE game SET tags = '[[\"x y\",\"z\"]]' WHERE id = 7",
      "UPDATE game SET result = '*', game = '' WHERE id = 7",
  }));
  CAPTURE(sql);
  SQLite::Database(path, SQLite::OPEN_READWRITE).exec(sql);
  const db::SalvageReport salvaged = salvage_from(read_file(path));
  CHECK(salvaged.wrong_games == 1);
  CHECK(salvaged.games == number_of_games + 5);
  CHECK_FALSE(salvaged.complete());
  CHECK(count("quarantine WHERE number = 7 AND findings LIKE '%salvaged%'") == 1);
  CHECK(problems(saved) == 0);
}

TEST_CASE_METHOD(Fixture, "salvage: no file is made if nothing is found") {
  for (const std::string& bytes :
       {std::string(), std::string("[Event \"?\"]\n\n*\n"), std::string(50'000, 'x'),
        std::string("SQLite format 3\0", 16)}) {
    CHECK_THROWS_AS(salvage_from(bytes), db::StoreError);
    CHECK_FALSE(std::filesystem::exists(saved));
    CHECK_FALSE(std::filesystem::exists(saved + ".unfinished"));
  }
}

}  // namespace repair_salvage_test
