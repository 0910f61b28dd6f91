#include "db/ratings/pair_counts.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <set>

#include "core/base/random.h"
#include "db/import/import.h"
#include "db/query/filtered_games.h"
#include "db/repair/database_check.h"
#include "db/sqlite/connection.h"
#include "db/tournament/played_games.h"
#include "tests/catch.h"
#include "tests/files.h"

using namespace schiri;
using namespace schiri::db;

namespace {

using Lines = std::multiset<std::string>;

std::string text(const rating::Wdl& wdl) {
  return std::to_string(wdl.wins) + "/" + std::to_string(wdl.draws) + "/" +
         std::to_string(wdl.losses);
}

/// Everything that counts say, whatever the players' numbers are.
Lines lines_of(const std::vector<rating::GameCounts>& list) {
  Lines lines;
  for (const rating::GameCounts& counts : list) {
    const std::string kind = counts.game() + " " + counts.variant() + ": ";
    const auto name = [&](rating::PlayerId id) { return counts.players()[id]; };
    const auto add = [&](const char* what, const rating::ColourCount& one) {
      lines.insert(kind + what + name(one.white) + "-" + name(one.black) + " " + text(one.results));
    };
    for (const auto& one : counts.singles()) add("", one);
    for (const auto& one : counts.repeated()) add("again ", one);
    for (const auto& one : counts.unplayed()) add("unplayed ", one);
    for (rating::PairCount pair : counts.pairs()) {
      if (name(pair.second) < name(pair.first)) pair = pair.swapped();
      std::string line = kind + "pairs " + name(pair.first) + "-" + name(pair.second);
      for (const auto& row : pair.cells) {
        for (const auto cell : row) line += " " + std::to_string(cell);
      }
      lines.insert(line);
    }
    const rating::Ignored& ignored = counts.ignored();
    if (counts.games() + ignored.total() == 0) continue;
    lines.insert(kind + "ignored " + std::to_string(ignored.unfinished) + " " +
                 std::to_string(ignored.voided) + " " + std::to_string(ignored.unknown_player) +
                 " " + std::to_string(ignored.against_itself));
  }
  return lines;
}

/// The same game by game, as files of records are counted.
Lines counted_directly(const Store& store, const GameFilter& filter) {
  rating::GameCollector games;
  db::visit_results(store, filter, [&](const rating::FinishedGame& game) { games.add(game); });
  std::vector<rating::GameCounts> counts;
  for (const rating::GameLog& log : games.logs()) counts.emplace_back(log);
  return lines_of(counts);
}

std::string pick(Rng& rng, const std::vector<std::string>& list) {
  return list[rng.below(list.size())];
}

/// Few players, rounds and turns, so that much repeats; nobody checks these records.
FinishedRecord random_game(Rng& rng) {
  FinishedRecord game;
  game.game = pick(rng, {"creeper", "creeper", "sperre"});
  game.variant = game.game == "creeper" ? "standard" : pick(rng, {"standard", "both"});
  game.record.set_tag("Event", pick(rng, {"E", "F"}));
  game.record.set_tag("Round", pick(rng, {"1.1", "1.2", "2.1", "2.2", "3", "?"}));
  game.record.set_tag("Date", std::to_string(2000 + rng.below(500)) + ".01.01");
  game.record.set_tag("White", pick(rng, {"A", "B", "C", "?"}));
  game.record.set_tag("Black", pick(rng, {"A", "B", "C", "D"}));
  game.record.result = pick(rng, {"1-0", "0-1", "1/2-1/2", "1-0", "0-1", "*"});
  if (rng.below(8) == 0) game.record.set_tag("Termination", "void");
  if (rng.below(4) == 0) game.record.set_tag("Termination", pick(rng, {"abandoned", "Abandoned"}));
  for (const char* tag : {"WhiteType", "BlackType"}) {
    if (rng.below(2) == 0) game.record.set_tag(tag, pick(rng, {"program", "human"}));
  }
  if (rng.below(5) > 0) {
    game.record.movetext.push_back({Element::Kind::turn, pick(rng, {"A2+B3", "A2-B2", "B1-B2"})});
    game.turns = 1;
  }
  return game;
}

struct Fixture {
  TemporaryDirectory directory;
  std::string path = directory.file("a.db");
  Store store{path, Store::Mode::create};

  void import(Rng& rng, std::uint64_t games) {
    Import import(store);
    for (std::uint64_t i = 0; i < games; ++i) import.add(random_game(rng));
    import.commit();
  }
  void run(const std::string& sql) { SQLite::Database(path, SQLite::OPEN_READWRITE).exec(sql); }
  std::uint64_t count(const std::string& what) const {
    return from_stored(SQLite::Database(path, SQLite::OPEN_READONLY)
                           .execAndGet("SELECT count(*) FROM " + what)
                           .getInt64());
  }
  void compare() const {
    const GameFilter filters[] = {
        {},
        {.game = "sperre"},
        {.variant = "both"},
        {.players = {"A"}},
        {.players = {"A", "B"}},
        {.players = {"B", "B"}},
        {.players = {"A", "B", "C"}},
        {.players = {"nobody"}},
        {.players = {"?"}},
        {.event = "E"},
        {.since = "2100.01.01"},
        {.limit = 10},
    };
    for (const GameFilter& filter : filters) {
      // The database answers players by name; so does the count.
      CHECK(lines_of(count_results(store, filter)) == counted_directly(store, filter));
    }
  }
};

}  // namespace

TEST_CASE_METHOD(Fixture, "pair counts: after whatever happens they are what the games amount to") {
  Rng rng(GENERATE(1u, 2u, 3u));
  const auto event = db::create_event(store, {"played", "{}", 40, 1, 1});
  std::vector<std::uint64_t> numbers;
  for (std::uint64_t i = 1; i <= 40; ++i) {
    numbers.insert(numbers.begin() + static_cast<std::ptrdiff_t>(rng.below(i)), i);
  }
  import(rng, 300);
  CHECK(count("uncounted") == 0);
  CHECK(count("pair_count") > 0);
  compare();
  for (int step = 0; step < 40; ++step) {
    const std::string id = std::to_string(rng.below(340) + 1);
    switch (rng.below(8)) {
      case 0:
      case 1:
        if (numbers.empty()) break;
        db::add_game(store, *event, numbers.back(), random_game(rng));
        numbers.pop_back();
        break;
      case 2:
        import(rng, rng.below(20));
        CHECK(count("uncounted") == 0);
        break;
      case 3:
        run("PRAGMA foreign_keys = ON; DELETE FROM game WHERE id = " + id);
        break;
      case 4:
        run("UPDATE game SET result = '1-0', white_id = 1 WHERE id = " + id);
        break;
      case 5:
        run("UPDATE OR IGNORE player SET name = 'E' WHERE id = " +
            std::to_string(rng.below(5) + 1));
        break;
      case 6:
        add_up_results(store);
        CHECK(count("uncounted") == 0);
        break;
      default:
        run("UPDATE game SET round = '1.2', termination = NULL WHERE id = " + id);
    }
    compare();
  }
  CHECK(wrong_pair_counts(store).empty());
  add_up_results(store, true);
  compare();
}

TEST_CASE_METHOD(Fixture, "pair counts: wrong ones are found, those that do not read are told") {
  Rng rng(7);
  import(rng, 200);
  CHECK(wrong_pair_counts(store).empty());
  const auto [sql, readable] = GENERATE(table<std::string, bool>({
      {"DELETE FROM pair_count WHERE player_id = 1", true},
      {"UPDATE pair_count SET counts = json_set(counts, '$[0][1]', 77) WHERE player_id = 2", true},
      {"UPDATE pair_count SET game = 'x' || game || variant WHERE player_id = 1", true},
      {"UPDATE pair_count SET counts = ''", false},
      {"UPDATE pair_count SET counts = '[]'", false},
      {"UPDATE pair_count SET counts = substr(counts, 1, length(counts) - 1)", false},
      {"UPDATE pair_count SET counts = replace(counts, ',', ';')", false},
      {"UPDATE pair_count SET counts = '[[1' || printf('%.60c', ',') || ']]'", false},
      {"UPDATE pair_count SET counts = '[[1,99999999999999999999999]]'", false},
      {"UPDATE pair_count SET counts = '[[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]]'",
       false},
  }));
  CAPTURE(sql);
  run(sql);
  if (readable) {
    CHECK_FALSE(wrong_pair_counts(store).empty());
  } else {
    CHECK_THROWS_AS(wrong_pair_counts(store), StoreDamaged);
    CHECK_THROWS_AS(count_results(store, {}), StoreDamaged);
  }
  std::vector<std::string> kinds;
  check(store, 1, [&](const Inconsistency& problem) {
    kinds.push_back(problem.kind);
    return true;
  });
  CHECK(std::count(kinds.begin(), kinds.end(), readable ? "counts" : "file") > 0);
  add_up_results(store, true);
  CHECK(wrong_pair_counts(store).empty());
  compare();
}
