#include <sys/stat.h>

#include "db/edit/merge.h"
#include "db/shards/merged_parts.h"
#include "db/shards/shard_folder.h"
#include "db/shards/shared_test.h"
#include "tests/catch.h"
#include "tests/db/tournament/small_tournament.h"

namespace shards_test {

using namespace schiri::db;

TEST_CASE("merged parts: games in no part and games in several parts are counted") {
  SmallTournament first("", {1, 2}), second("", {2, 2});
  first.play();
  const TemporaryDirectory directory;
  Store merged(directory.file("merged.db"), Store::Mode::create);
  MergedParts parts;
  merge(merged, first.store().path(), Corrections::report);
  parts.add(first.store(), merged);
  auto tournaments = parts.compare(merged);
  REQUIRE(tournaments.size() == 1);
  CHECK(tournaments[0].name == "Cup");
  CHECK(tournaments[0].stored == 3);
  CHECK(tournaments[0].repeated.empty());

  second.play();
  merge(merged, second.store().path(), Corrections::report);
  parts.add(second.store(), merged);
  parts.add(second.store(), merged);
  tournaments = parts.compare(merged);
  REQUIRE(tournaments.size() == 1);
  CHECK(tournaments[0].stored == 6);
  CHECK(tournaments[0].planned == 6);
  CHECK(tournaments[0].missing.empty());
  CHECK(tournaments[0].repeated == std::vector<std::uint64_t>{2, 4, 6});
}

TEST_CASE("merged parts: missing games are listed") {
  SmallTournament tournament;
  tournament.play_only(4);
  MergedParts parts;
  parts.add(tournament.store(), tournament.store());
  const auto tournaments = parts.compare(tournament.store());
  REQUIRE(tournaments.size() == 1);
  CHECK(tournaments[0].stored == 4);
  CHECK(tournaments[0].missing == NumberRanges{{5, 6}});
  CHECK(tournaments[0].missing_games == 2);
}

TEST_CASE("shared test: the decision of one part is visible to others") {
  SmallTournament tournament(R"("system": "gauntlet", "rounds": 50)");
  const TemporaryDirectory directory;
  const std::string folder = directory.file("");
  SharedTest test(tournament.contest(), folder, {1, 2}, std::chrono::seconds(60));
  CHECK(test.check(0) == OtherParts::playing);
  CHECK_FALSE(SharedTest::decided(folder));
  SharedTest::set_decided(folder, 12);
  CHECK(SharedTest::decided(folder) == 12u);
  SharedTest other(tournament.contest(), folder, {2, 2}, std::chrono::seconds(60));
  CHECK(other.check(0) == OtherParts::decided);
}

TEST_CASE("shared test: a part far ahead of another waits") {
  SmallTournament tournament(R"("system": "gauntlet", "rounds": 50)");
  const TemporaryDirectory directory;
  SharedTest test(tournament.contest(), directory.file(""), {1, 2}, std::chrono::seconds(0));
  CHECK(test.check(10) == OtherParts::playing);
  CHECK(test.check(100) == OtherParts::behind);
}

TEST_CASE("shard folder: names are recognised and files are replaced atomically") {
  CHECK(shard_name(3) == "shard-3.db");
  CHECK(is_shard_name("shard-3.db"));
  CHECK_FALSE(is_shard_name("shard-3.db-wal"));
  const TemporaryDirectory directory;
  const std::string folder = directory.file("");
  CHECK_FALSE(is_submitted(folder));
  replace_file(submission_file(folder), "{}");
  CHECK(is_submitted(folder));
  CHECK(chmod(submission_file(folder).c_str(), 0600) == 0);
  replace_file(submission_file(folder), "{\"a\": 1}");
  CHECK(read_file(submission_file(folder)) == "{\"a\": 1}");
  struct stat status {};
  CHECK(stat(submission_file(folder).c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
  std::filesystem::create_directory(directory.file("sub"));
  CHECK_THROWS_WITH(replace_file(directory.file("sub"), ""), contains_text("it is not a file"));
}

}  // namespace shards_test
