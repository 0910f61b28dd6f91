#include "db/position_index/position_index.h"

#include "db/edit/change.h"
#include "db/import/import.h"
#include "db/position_index/position_blocks.h"
#include "db/query/filtered_games.h"
#include "db/query/results.h"
#include "notation/game_types.h"
#include "tests/catch.h"
#include "tests/db/finished_record.h"
#include "tests/db/position_index/missing_games.h"

namespace position_index_test {

using namespace schiri::db;

FinishedRecord random_record(const std::string& game, std::uint64_t seed, std::size_t turns) {
  const GameType& type = *find_game(game);
  Rng rng(seed);
  StartSpec start = type.draw_start("", rng);
  auto played = type.start(start);
  FinishedRecord finished;
  finished.game = game;
  finished.variant = type.variant_table.standard();
  finished.record.result = "*";
  finished.record.set_tag("Round", std::to_string(seed));
  if (!start.roll.empty()) finished.record.set_tag("Roll", start.roll);
  while (played->turns().size() < turns && !played->ending())
    played->play(played->random_turn(rng));
  for (const std::string& turn : played->turns()) {
    finished.record.movetext.push_back({Element::Kind::turn, turn});
  }
  finished.turns = played->turns().size();
  finished.ending = played->ending();
  if (played->ending()) finished.record.result = result_text(played->ending()->outcome);
  return finished;
}

std::vector<std::int64_t> games_through(const Store& store, const PositionGoal& goal) {
  std::vector<std::int64_t> ids;
  visit_games_through(store, goal, {}, [&](const GameThrough& game) {
    ids.push_back(game.id);
    return true;
  });
  std::sort(ids.begin(), ids.end());
  return ids;
}

/// The games through each position, found by replaying all records.
std::map<std::string, std::vector<std::int64_t>> by_replaying(const Store& store) {
  std::map<std::string, std::vector<std::int64_t>> games;
  db::visit_records(store, {}, [&](StoredRecord& stored) {
    const std::string game(stored.record.tag("Game"));
    const auto played = find_game(game)->start({"", "", std::string(stored.record.tag("Roll"))});
    const auto note = [&] {
      auto& ids = games[game + "|" + played->position()];
      if (ids.empty() || ids.back() != stored.id) ids.push_back(stored.id);
    };
    note();
    for (const std::string_view turn : stored.record.turns()) {
      played->play(turn);
      note();
    }
    return true;
  });
  return games;
}

struct Fixture {
  TemporaryDirectory directory;
  std::string path = directory.file("a.db");

  void import(Store& store, std::uint64_t from, std::uint64_t to) const {
    Import import(store);
    for (std::uint64_t seed = from; seed < to; ++seed) {
      for (const char* game : {"creeper", "sperre"}) import.add(random_record(game, seed, 25));
    }
    import.commit();
  }
};

TEST_CASE_METHOD(Fixture, "positions: a search finds exactly the games through a position") {
  Store store(path, Store::Mode::create);
  import(store, 1, 30);
  const bool indexed = GENERATE(false, true);
  if (indexed) {
    CHECK(index_positions(store).unindexed == 0);
    import(store, 30, 40);  // found without the index
    if (GENERATE(false, true)) index_positions(store, GENERATE(false, true));
  }
  CHECK(games_missing_in_index(store).empty());
  for (const auto& [place, ids] : by_replaying(store)) {
    const auto bar = place.find('|');
    CHECK(games_through(store, {place.substr(0, bar), "", place.substr(bar + 1)}) == ids);
  }
}

TEST_CASE_METHOD(Fixture, "positions: index entries of deleted games are ignored") {
  {
    Store store(path, Store::Mode::create);
    import(store, 1, 6);
    index_positions(store);
  }
  const std::string start = find_game("creeper")->start({})->position();
  {
    Store store(path, Store::Mode::write);
    CHECK(games_through(store, {"creeper", "", start}).size() == 5);
    import(store, 100, 102);
    CHECK(games_through(store, {"creeper", "", start}).size() == 7);
    CHECK(index_size(store).unindexed == 4);
  }
}

TEST_CASE_METHOD(Fixture, "positions: after deletions the index has the size of a new one") {
  Store store(path, Store::Mode::create);
  import(store, 1, 6);
  index_positions(store);
  import(store, 6, 12);
  const IndexSize before = index_positions(store);
  import(store, 12, 15);
  index_positions(store);
  const auto undo = db::undo_import(std::nullopt);
  db::carry_out(store, undo, db::plan(store, undo));
  CHECK(index_size(store).games == before.games);
  const IndexSize after = index_positions(store);
  CHECK(after.games == before.games);
  CHECK(after.positions == before.positions);
  CHECK(games_missing_in_index(store).empty());
}

/// The turns from the start of Creeper.
std::vector<OpeningTurn> first_turns(const Store& store) {
  GameFilter filter;
  filter.game = "creeper";
  filter.variant = "standard";
  return openings(store, {"creeper", "standard"}, Side::white, filter);
}

TEST_CASE_METHOD(Fixture, "positions: turns that the index has counted are those of the games") {
  Store store(path, Store::Mode::create);
  import(store, 1, 100);
  const auto require_same = [&] {
    const std::vector<OpeningTurn> counted = first_turns(store);
    CHECK(games_missing_in_index(store).empty());
    GameFilter all;
    all.results = {"1-0", "0-1", "1/2-1/2", "*"};  // visits games
    const std::vector<OpeningTurn> visited = openings(store, {"creeper"}, Side::white, all);
    REQUIRE(counted.size() == visited.size());
    for (std::size_t i = 0; i < counted.size(); ++i) {
      CAPTURE(counted[i].turn);
      CHECK(static_cast<const TurnSum&>(counted[i]) == static_cast<const TurnSum&>(visited[i]));
    }
  };
  const auto change = [&](const std::string& sql) {
    SQLite::Database(path, SQLite::OPEN_READWRITE).exec("PRAGMA foreign_keys = ON;" + sql);
  };
  const auto counted_turns = [&] {
    return single_value(store.connection().database(), "SELECT count(*) FROM indexed_turn")
        .getCount();
  };
  require_same();
  index_positions(store);
  CHECK(counted_turns() > 0);
  require_same();
  change("UPDATE indexed_turn SET games = games + 1000");
  CHECK(first_turns(store).front().games > 1000);  // no game was visited
  change("UPDATE indexed_turn SET games = games - 1000");
  import(store, 100, 110);
  require_same();
  change("UPDATE game SET result = '0-1' WHERE id = 7");
  require_same();
  index_positions(store);
  CHECK(counted_turns() > 0);
  require_same();
  change("DELETE FROM game WHERE id IN (5, 9)");
  require_same();
  index_positions(store, true);
  require_same();
  // Many small additions leave few parts.
  for (std::uint64_t seed = 200; seed < 230; ++seed) {
    import(store, seed, seed + 1);
    index_positions(store);
  }
  require_same();
  CHECK(single_value(store.connection().database(), "SELECT count(*) FROM index_part").getCount() <
        8);
}

TEST_CASE("positions: blocks give back their pairs, and damaged ones end") {
  Rng rng(5);
  std::vector<std::pair<std::uint32_t, std::int64_t>> pairs, read;
  for (int i = 0; i < 20000; ++i) {
    pairs.emplace_back(static_cast<std::uint32_t>(rng.below(i % 2 ? 100 : UINT32_MAX)),
                       7 + static_cast<std::int64_t>(rng.below(i % 3 ? 1000 : 1u << 30)));
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  std::vector<std::string> blocks;
  BlockPacker packer(7, [&](std::uint32_t, const std::string& block) { blocks.push_back(block); });
  for (const auto& [key, game] : pairs) {
    packer.add(key, game);
    packer.add(key, game);
  }
  packer.finish();
  CHECK(packer.pairs() == pairs.size());
  for (const std::string& block : blocks) {
    CHECK(block.size() <= 4000);
    BlockReader reader(block);
    while (reader.next()) read.emplace_back(reader.key(), reader.game());
    CHECK_FALSE(reader.is_damaged());
    for (std::size_t cut = 1; cut < 40; ++cut) {
      BlockReader part(std::string_view(block).substr(0, block.size() - cut));
      while (part.next()) {
      }
    }
  }
  CHECK(read == pairs);
  BlockReader damaged(std::string_view("\xff\xff\xff"));
  CHECK_FALSE(damaged.next());
  CHECK(damaged.is_damaged());
}

TEST_CASE_METHOD(Fixture, "import: an identical game is stored once") {
  Store store(path, Store::Mode::create);
  const auto add = [&](const FinishedRecord& game) {
    Import import(store);
    const bool stored = import.add(game);
    import.commit();
    return stored;
  };
  FinishedRecord game = random_record("creeper", 1, 10);
  CHECK(add(game));
  CHECK_FALSE(add(game));
  for (const char* tag : {"Event", "Round", "Date", "White", "Black"}) {
    FinishedRecord other = game;
    other.record.set_tag(tag, "2024.01.01");
    CHECK(add(other));
    CHECK_FALSE(add(other));
  }
  FinishedRecord shorter = game;
  shorter.record.movetext.pop_back();
  CHECK(add(shorter));
  FinishedRecord commented = game;
  commented.record.movetext.push_back({Element::Kind::comment, "good"});
  CHECK_FALSE(add(commented));
  FinishedRecord empty = random_record("creeper", 1, 0);
  CHECK(add(empty));
  CHECK_FALSE(add(empty));
  empty.record.result = "1-0";
  CHECK(add(empty));
  {
    // Two boards with unplayed games count as two games. A second import knows both.
    FinishedRecord forfeit = random_record("creeper", 3, 0);
    for (const bool fresh : {true, false}) {
      Import boards(store);
      CHECK(boards.add(forfeit) == fresh);
      CHECK(boards.add(forfeit) == fresh);
      boards.commit();
    }
  }
  Import twice(store);
  FinishedRecord fresh = random_record("creeper", 2, 10);
  CHECK(twice.add(fresh));
  CHECK_FALSE(twice.add(fresh));
}

}  // namespace position_index_test
