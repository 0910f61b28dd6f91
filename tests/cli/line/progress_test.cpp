#include "cli/line/progress.h"

#include <sys/stat.h>

#include "db/games/store.h"
#include "db/query/filtered_games.h"
#include "db/repair/database_check.h"
#include "tests/catch.h"
#include "tests/support/run.h"
#include "tests/support/terminal.h"

namespace progress_test {

using schiri::cli::progress_text;
using schiri::cli::ProgressTotal;

TEST_CASE("progress: text with count and speed and remaining time") {
  CHECK(progress_text("games", 0, 0, 240, 0) == "0 of 240 games");
  CHECK(progress_text("games", 0, 0, 240, 5) == "0 of 240 games");
  CHECK(progress_text("games", 0, 120, 240, 60) == "120 of 240 games, 2.0 games/s, 1:00 left");
  CHECK(progress_text("games", 100, 120, 240, 1) == "120 of 240 games, 20 games/s, 0:06 left");
  CHECK(progress_text("games", 0, 1, 7300, 1) == "1 of 7300 games, 1.0 games/s, 2:01:39 left");
  CHECK(progress_text("games", 0, 1, UINT64_MAX, 1000) ==
        "1 of 18446744073709551615 games, 0.0 games/s, days left");
  CHECK(progress_text("games", 0, 5, 5, 1) == "5 of 5 games, 5.0 games/s, 0:00 left");
  CHECK(progress_text("games", 0, 120, 240, 60, ProgressTotal::limit) ==
        "120 of at most 240 games, 2.0 games/s");
}

TEST_CASE("progress: a line on a terminal is erased before other output") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("games.pgn");
  REQUIRE(mkfifo(path.c_str(), 0600) == 0);
  std::string good;  // one block of input
  for (int i = 0; i < 5000; ++i) {
    good += record_text({.white = "A", .black = "B", .result = "*"});
  }
  std::atomic<bool> enough = false;
  std::jthread writer([&](const std::stop_token& failed) {
    std::ofstream pipe(path);
    while (!enough && !failed.stop_requested()) {
      pipe << good << std::flush;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    pipe << record_text({.white = "A", .black = "B", .result = "*", .turns = "1. A2-A3"});
  });
  Terminal terminal({"validate", path});
  terminal.wait_for(" games/s\r");
  enough = true;
  CHECK(terminal.finish() == 1);
  const std::string& screen = terminal.screen();
  const std::size_t shown = screen.rfind(" games/s\r"), gone = screen.find("\r\x1b[K", shown);
  const std::size_t error = screen.find("error: ", shown);
  CHECK(gone < error);
  CHECK(error != std::string::npos);
}

TEST_CASE("progress: nothing is printed without a terminal") {
  const TemporaryDirectory directory;
  const std::string file =
      directory.write("games.pgn", record_text({.white = "A", .black = "B", .result = "*"}));
  const Run run = run_schiri({"validate", file});
  CHECK_THAT(run.out + run.err, !contains_text("games/s") && !contains_text("\x1b"));
}

TEST_CASE("progress: the total of a database counts the matching games") {
  const TemporaryDirectory directory;
  const std::string file =
      directory.write("games.pgn", record_text({.white = "A", .black = "B", .result = "*"}) +
                                       record_text({.white = "B", .black = "C", .result = "*"}) +
                                       record_text({.white = "C", .black = "A", .result = "*"}));
  const std::string db = directory.file("games.db");
  must_run({"db", "import", "--db", db, file});
  const schiri::db::Store store(db, schiri::db::Store::Mode::read);
  struct Case {
    schiri::db::GameFilter filter;
    std::uint64_t games;
  };
  schiri::db::GameFilter one_player, two, after_one, after_all;
  one_player.players = {"A"};
  two.limit = 2;
  after_one.offset = 1;
  after_all.offset = 7;
  for (const auto& [filter, games] :
       {Case{{}, 3}, Case{one_player, 2}, Case{two, 2}, Case{after_one, 2}, Case{after_all, 0}}) {
    std::uint64_t visited = 0;
    schiri::db::visit_records(store, filter,
                              [&](schiri::db::StoredRecord&) { return ++visited > 0; });
    CHECK(visited == games);
    CHECK(schiri::db::count_games(store, filter) == games);
  }
  std::vector<std::uint64_t> reported;
  schiri::db::check(
      store, 1, [](const schiri::db::Inconsistency&) { return true; },
      [&](std::uint64_t done, std::uint64_t total) {
        reported.push_back(done);
        CHECK(total == 3);
      });
  CHECK(reported == std::vector<std::uint64_t>{0, 1, 2});
}

}  // namespace progress_test
