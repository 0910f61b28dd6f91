#include "db/position_index/position_index.h"

#include "db/edit/change.h"
#include "db/import/import.h"
#include "db/query/filtered_games.h"
#include "notation/game_types.h"
#include "tests/catch.h"
#include "tests/db/finished_record.h"

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
  CHECK(index_is_whole(store));
  CHECK(games_missing_in_index(store).empty());
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
