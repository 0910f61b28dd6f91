
#include <SQLiteCpp/SQLiteCpp.h>

#include "db/edit/change.h"
#include "db/import/import.h"
#include "db/position_index/position_index.h"
#include "db/query/filtered_games.h"
#include "db/sqlite/connection.h"
#include "notation/board/piece_count.h"
#include "notation/board/symmetry.h"
#include "notation/game_types.h"
#include "tests/catch.h"
#include "tests/db/finished_record.h"
#include "tests/db/position_index/missing_games.h"

namespace game_search_test {

using namespace schiri::db;

/// A game of any kind as its positions.
struct PlayedGame {
  std::int64_t id = 0;
  std::string game, variant;
  StartSpec start;
  std::vector<std::string> positions;
};

FinishedRecord random_record(const GameType& type, std::string_view variant, std::uint64_t seed) {
  Rng rng(seed);
  const StartSpec start = type.draw_start(variant, rng);
  const auto played = type.start(start);
  FinishedRecord finished;
  finished.game = type.name();
  finished.variant = variant;
  finished.record.result = "*";
  finished.record.set_tag("Round", std::to_string(seed));
  finished.record.set_tag("Variant", std::string(variant));
  if (seed % 5 == 0) {
    // A start of its own.
    for (int turn = 0; turn < 6; ++turn) played->play(played->random_turn(rng));
    const std::string position = played->position();
    finished.record.set_tag("Position", position);
    const auto later = type.start({std::string(variant), position, ""});
    for (int turn = 0; turn < 20 && !later->ending(); ++turn) later->play(later->random_turn(rng));
    for (const std::string& turn : later->turns()) {
      finished.record.movetext.push_back({Element::Kind::turn, turn});
    }
    finished.turns = later->turns().size();
    finished.ending = later->ending();
  } else {
    if (!start.roll.empty()) finished.record.set_tag("Roll", start.roll);
    const std::uint64_t turns = rng.below(40);
    while (played->turns().size() < turns && !played->ending()) {
      played->play(played->random_turn(rng));
    }
    for (const std::string& turn : played->turns()) {
      finished.record.movetext.push_back({Element::Kind::turn, turn});
    }
    finished.turns = played->turns().size();
    finished.ending = played->ending();
  }
  if (finished.ending) finished.record.result = result_text(finished.ending->outcome);
  return finished;
}

std::vector<PlayedGame> stored_games(const Store& store) {
  std::vector<PlayedGame> games;
  visit_records(store, {}, [&](StoredRecord& stored) {
    const auto tag = [&](const char* name) { return std::string(stored.record.tag(name)); };
    PlayedGame game{stored.id, tag("Game"), tag("Variant"), {}, {}};
    game.start = {game.variant, tag("Position"), tag("Roll")};
    const auto played = find_game(game.game)->start(game.start);
    game.positions.push_back(played->position());
    for (const std::string_view turn : stored.record.turns()) {
      played->play(turn);
      game.positions.push_back(played->position());
    }
    games.push_back(std::move(game));
    return true;
  });
  return games;
}

/// The search by its definition, on position strings: some image of all positions of the game, each
/// condition by one of them.
bool matches(const PositionSearch& search, const PlayedGame& game) {
  const auto meets = [&](const std::function<std::string(const std::string&)>& image) {
    std::vector<std::string> positions;
    for (const std::string& position : game.positions) positions.push_back(image(position));
    if (search.at_end) positions.erase(positions.begin(), positions.end() - 1);
    const auto any = [&](const auto& holds) {
      return std::any_of(positions.begin(), positions.end(), holds);
    };
    return std::all_of(search.reached.begin(), search.reached.end(),
                       [&](const auto& texts) {
                         const auto text = texts.find(game.game);
                         return text != texts.end() && any([&](const std::string& position) {
                                  return position == text->second;
                                });
                       }) &&
           std::all_of(
               search.pieces.begin(), search.pieces.end(),
               [&](const auto& pieces) {
                 const auto counted = pieces.with(find_game(game.game)->facts.reserves);
                 return any([&](const std::string& position) { return counted.holds(position); });
               }) &&
           std::all_of(search.patterns.begin(), search.patterns.end(), [&](const auto& pattern) {
             return any([&](const std::string& position) { return pattern.holds(position); });
           });
  };
  if (meets([](const std::string& position) { return position; })) return true;
  if (!search.mirrored) return false;
  const auto symmetries = find_game(game.game)->symmetries(game.start);
  return std::any_of(symmetries.begin(), symmetries.end(), [&](const PositionSymmetry& symmetry) {
    return meets([&](const std::string& position) {
      return image_of(symmetry, SpreadPosition(position)).text();
    });
  });
}

/// Draws searches that some games meet and others do not: their parts are taken from a position of
/// a game or of its image.
class SearchDrawer {
 public:
  SearchDrawer(const std::vector<PlayedGame>& games, std::uint64_t seed)
      : games_(games), rng_(seed) {}

  PositionSearch draw() {
    const PlayedGame& game = games_[rng_.below(games_.size())];
    const GameType& type = *find_game(game.game);
    PositionSearch search;
    search.mirrored = rng_.below(2) == 0;
    search.at_end = rng_.below(4) == 0;
    const auto symmetries = type.symmetries(game.start);
    const std::size_t image = rng_.below(symmetries.size() + 1);
    for (std::uint64_t parts = 1 + rng_.below(3); parts > 0; --parts) {
      SpreadPosition position(game.positions[rng_.below(game.positions.size())]);
      if (search.mirrored && image < symmetries.size()) {
        position = image_of(symmetries[image], position);
      }
      add_part(type, position, search);
    }
    return search;
  }

 private:
  void add_part(const GameType& type, const SpreadPosition& position, PositionSearch& search) {
    switch (rng_.below(3)) {
      case 0:
        search.reached.push_back({{std::string(type.name()), position.text()}});
        return;
      case 1:
        search.patterns.emplace_back(pattern_of(position));
        return;
      default:
        search.pieces.emplace_back(counts_of(type, position));
    }
  }

  std::string pattern_of(SpreadPosition position) {
    const std::uint64_t kept = 1 + rng_.below(5);
    for (char& c : position.boards) {
      if (is_place(c) && rng_.below(40) >= kept) c = '?';
    }
    for (std::string& word : position.words) {
      if (rng_.below(2) == 0) word = "*";
      if (rng_.below(4) == 0) word[0] = word == "*" ? '*' : '?';
    }
    return position.text();
  }

  std::string counts_of(const GameType& type, const SpreadPosition& position) {
    constexpr std::string_view relations[] = {"=", "!=", "<", "<=", ">", ">="};
    std::string text;
    for (std::uint64_t parts = 1 + rng_.below(6); parts > 0; --parts) {
      std::string letters(type.facts.piece_letters);
      for (const Reserve& reserve : type.facts.reserves) letters += reserve.letter;
      const char letter = letters[rng_.below(letters.size())];
      const std::string_view relation = relations[rng_.below(std::size(relations))];
      const auto number = PieceCondition(std::string(1, letter) + "=0")
                              .with(type.facts.reserves)
                              .number_on(PieceCounts(position), 0);
      text += (text.empty() ? "" : ",") + std::string(1, letter) + std::string(relation) +
              std::to_string(number + (relation == "<" ? 1 : 0));
    }
    return text;
  }

  const std::vector<PlayedGame>& games_;
  Rng rng_;
};

struct Fixture {
  TemporaryDirectory directory;
  std::string path = directory.file("a.db");

  void import(Store& store, std::uint64_t from, std::uint64_t to) const {
    Import import(store);
    for (std::uint64_t seed = from; seed < to; ++seed) {
      for (const GameType* type : game_types()) {
        const auto variants = type->variants();
        import.add(random_record(*type, variants[seed % variants.size()], seed));
      }
    }
    import.commit();
  }

  static std::vector<std::int64_t> found(const Store& store, const PositionSearch& search,
                                         const OtherConditions& others = {}) {
    return store.connection().run([&] {
      std::vector<std::int64_t> ids = games_found(store, search, others);
      std::erase_if(ids, [&](std::int64_t id) {
        return !Statement(store.connection().database(), "SELECT 1 FROM game WHERE id = ?", id)
                    .executeStep();
      });
      return ids;
    });
  }
};

void require_equal_results(const Store& store, std::uint64_t seed, int searches) {
  const auto games = stored_games(store);
  SearchDrawer drawer(games, seed);
  std::size_t matched = 0, missed = 0;
  for (int i = 0; i < searches; ++i) {
    const PositionSearch search = drawer.draw();
    const PositionMatcher matcher(search);
    std::vector<std::int64_t> expected, replayed;
    for (const PlayedGame& game : games) {
      if (matches(search, game)) expected.push_back(game.id);
    }
    visit_records(store, {}, [&](StoredRecord& stored) {
      const GameType& type = *find_game(stored.record.tag("Game"));
      const auto tag = [&](const char* name) { return std::string(stored.record.tag(name)); };
      if (matcher.matches(type, {tag("Variant"), tag("Position"), tag("Roll")},
                          stored.record.turns())) {
        replayed.push_back(stored.id);
      }
      return true;
    });
    if (!search.reached.empty()) UNSCOPED_INFO(search.reached[0].begin()->second);
    CAPTURE(i, search.mirrored, search.at_end, search.reached.size(), search.pieces.size(),
            search.patterns.size());
    REQUIRE(replayed == expected);
    REQUIRE(Fixture::found(store, search) == expected);
    matched += expected.size();
    missed += games.size() - expected.size();
  }
  // Searches for nothing and for everything prove nothing.
  CHECK(matched > static_cast<std::size_t>(searches));
  CHECK(missed > static_cast<std::size_t>(searches));
}

TEST_CASE_METHOD(Fixture, "game search: index and records and definition find the same games") {
  Store store(path, Store::Mode::create);
  import(store, 1, 25);
  SECTION("without an index") { require_equal_results(store, 1, 30); }
  SECTION("all games in the index") {
    CHECK(index_positions(store).unindexed == 0);
    require_equal_results(store, 2, 60);
  }
  SECTION("an index made in parts and games that are not indexed") {
    index_positions(store);
    import(store, 25, 30);
    index_positions(store);
    import(store, 30, 35);
    require_equal_results(store, 3, 40);
  }
}

TEST_CASE_METHOD(Fixture, "game search: deleted and replaced games are not found") {
  Store store(path, Store::Mode::create);
  import(store, 1, 20);
  index_positions(store);
  import(store, 20, 30);
  const auto undo = undo_import(std::nullopt);
  carry_out(store, undo, plan(store, undo));
  require_equal_results(store, 4, 30);
  import(store, 30, 40);
  index_positions(store);
  {
    SQLite::Database database(path, SQLite::OPEN_READWRITE);
    database.exec(
        "PRAGMA foreign_keys = ON; DELETE FROM game WHERE id % 7 = 0;"
        "UPDATE movetext SET text = '' WHERE game_id % 5 = 0;"
        "UPDATE game SET hash = NULL, turns = 0 WHERE id % 5 = 0");
  }
  Store again(path, Store::Mode::write);
  require_equal_results(again, 5, 30);
  const IndexSize before = index_size(again);
  CHECK(index_positions(again).unindexed == 0);
  CHECK(games_missing_in_index(again).empty());
  CHECK(index_size(again).positions < before.positions);
  require_equal_results(again, 6, 30);
}

TEST_CASE_METHOD(Fixture, "game search: other conditions limit the games that are replayed") {
  Store store(path, Store::Mode::create);
  import(store, 1, 10);
  PositionSearch search;
  search.pieces.emplace_back("W>=0");
  const auto all = found(store, search);
  CHECK(all.size() == 36);
  const std::string game = "creeper";
  const auto some =
      found(store, search,
            {"game.game = ?1", [&](Statement& statement) { statement.bind_value(1, game); }});
  CHECK(some.size() == 9);
}

}  // namespace game_search_test
