#include "db/query/game_filter.h"

#include "tests/catch.h"

namespace game_filter_test {

using namespace schiri;

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

}  // namespace game_filter_test
