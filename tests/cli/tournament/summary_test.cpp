#include <csignal>
#include <thread>

#include "tests/catch.h"
#include "tests/support/child.h"
#include "tests/support/words.h"

namespace tournament_summary_test {

// The report at the end of a tournament.

const Words run_command = {"tournament", "run", "--game", "creeper"};

TEST_CASE("summary of a tournament: an interrupted match reports the finished games") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const std::string errors = directory.file("err");
  Child child(run_command + Words{"--bot", "alphabeta:nodes=500", "--bot", "alphabeta:nodes=400",
                                  "--rounds", "100000", "--db", db, "--progress", "1"},
              errors);
  // Enough pairs for an estimate.
  while (!std::filesystem::exists(errors) ||
         read_file(errors).find("20 of 200000 games") == std::string::npos) {
    REQUIRE_FALSE(child.ended());
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  child.send(SIGINT);
  while (!child.ended()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  CHECK_THAT(read_file(errors), contains_text("\nElo: ") && contains_text("\nLOS: ") &&
                                    contains_text("\ninterrupted: "));
}

}  // namespace tournament_summary_test
