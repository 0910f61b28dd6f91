#include "db/tournament/tournament_lock.h"

#include "db/sqlite/connection.h"
#include "tests/catch.h"

namespace tournament_lock_test {

TEST_CASE("tournament lock: exclusive for each event of a database") {
  const TemporaryDirectory directory;
  const std::string path = directory.write("a.db", "");
  auto first = db::TournamentLock::take(path, 1);
  REQUIRE(first);
  CHECK_FALSE(db::TournamentLock::take(path, 1));
  CHECK_FALSE(db::TournamentLock::take(directory.file("./a.db"), 1));
  CHECK(db::TournamentLock::take(path, 2));
  CHECK(db::TournamentLock::take(directory.write("b.db", ""), 1));
  first.reset();
  CHECK(db::TournamentLock::take(path, 1));
  CHECK_FALSE(std::filesystem::exists(path + "-event-1.lock"));
}

TEST_CASE("tournament lock: a remaining lock file does no harm") {
  const TemporaryDirectory directory;
  directory.write("a.db-event-1.lock", "");
  CHECK(db::TournamentLock::take(directory.file("a.db"), 1));
}

TEST_CASE("tournament lock: a missing directory is an error") {
  const TemporaryDirectory directory;
  CHECK_THROWS_AS(db::TournamentLock::take(directory.file("none/a.db"), 1), db::StoreError);
}

}  // namespace tournament_lock_test
