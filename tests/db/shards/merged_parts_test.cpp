#include "db/shards/merged_parts.h"

#include "db/edit/merge.h"
#include "tests/catch.h"
#include "tests/db/tournament/small_tournament.h"

namespace merged_parts_test {

using namespace schiri;
using namespace schiri::db;

TEST_CASE("merged parts: games in no part and games in several parts are counted") {
  SmallTournament first("", {1, 2}), second("", {2, 2});
  first.play();
  const TemporaryDirectory directory;
  Store merged(directory.file("merged.db"), Store::Mode::create);
  MergedParts parts;
  merge(merged, first.store().path(), Corrections::report);
  parts.add(first.store(), "first", merged);
  auto tournaments = parts.compare(merged);
  REQUIRE(tournaments.size() == 1);
  CHECK(tournaments[0].name == "Cup");
  CHECK(tournaments[0].stored == 3);
  CHECK(tournaments[0].repeated.empty());

  second.play();
  merge(merged, second.store().path(), Corrections::report);
  parts.add(second.store(), "second", merged);
  parts.add(second.store(), "second again", merged);
  tournaments = parts.compare(merged);
  REQUIRE(tournaments.size() == 1);
  CHECK(tournaments[0].stored == 6);
  CHECK(tournaments[0].planned == 6);
  CHECK(tournaments[0].missing.empty());
  CHECK(tournaments[0].repeated == std::vector<std::uint64_t>{2, 4, 6});
  CHECK(tournaments[0].outliers.empty());
}

TEST_CASE("merged parts: missing games are listed") {
  SmallTournament tournament;
  tournament.play_only(4);
  MergedParts parts;
  parts.add(tournament.store(), "part", tournament.store());
  const auto tournaments = parts.compare(tournament.store());
  REQUIRE(tournaments.size() == 1);
  CHECK(tournaments[0].stored == 4);
  CHECK(tournaments[0].missing == std::vector<std::uint64_t>{5, 6});
}

}  // namespace merged_parts_test
