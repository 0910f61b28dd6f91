#include "db/tournament/tournament_lock.h"
#include "tests/catch.h"
#include "tests/support/run.h"
#include "tests/support/terminal.h"

namespace change_test {

TEST_CASE("db delete-event: a tournament that is being played is refused") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  must_run({"tournament", "run", "--game", "creeper", "--bot", "random", "--bot", "greedy",
            "--rounds", "2", "--db", db, "--event", "it's \"E\""});
  const Words remove = {"db", "delete-event", "it's \"E\"", "--db", db, "--yes"};
  {
    const auto lock = schiri::db::TournamentLock::take(db, 1);
    REQUIRE(lock);
    check_run(remove, 3, "is being played");
  }
  CHECK_FALSE(run_schiri({"db", "export", "--db", db}).out.empty());
  must_run(remove);
  CHECK(run_schiri({"db", "export", "--db", db}).out.empty());
}

TEST_CASE("db quarantine show: a terminal gets no control characters") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  CHECK(run_schiri({"db", "import", "--db", db, "-"},
                   "[White \"\x1b[31mred\"]\n[Game \"chess\"]\n\n*\n")
            .status == 1);
  Terminal terminal({"db", "quarantine", "show", "--db", db, "1"});
  CHECK(terminal.finish() == 0);
  CHECK_THAT(terminal.screen(), contains_text("?[31mred"));
  CHECK(terminal.screen().find('\x1b') == std::string::npos);
}

}  // namespace change_test
