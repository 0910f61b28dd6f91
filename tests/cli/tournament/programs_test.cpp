#include "tests/catch.h"
#include "tests/support/run.h"

namespace programs_test {

    REQUIRE(run_schiri({"tournament", "extend", "--db", directory.file("a.db"), "--rounds", "2",
                        "--trust-commands"})
    REQUIRE(run_schiri({"tournament", "resume", "--db", directory.file("a.db"), "--trust-commands"})
                .status == 0);
  REQUIRE(run_schiri({"tournament", "extend", "--db", directory.file("a.db"), "--rounds", "2",
                      "--trust-commands"})
  const Run resume =
      run_schiri({"tournament", "resume", "--db", directory.file("a.db"), "--trust-commands"});
TEST_CASE("programs: --wait rests between the games of a thread") {
  const TemporaryDirectory directory;
  const auto begin = std::chrono::steady_clock::now();
  REQUIRE(
      run_schiri({"tournament", "run", "--game", "creeper", "--max-turns", "6", "-j", "1", "--db",
                  directory.file("a.db"), "--bot", "greedy", "--bot", "random", "--wait", "300"})
          .status == 0);
  CHECK(std::chrono::steady_clock::now() - begin >= std::chrono::milliseconds(300));
}

}  // namespace programs_test
