#include "tests/catch.h"
#include "tests/support/run.h"

namespace programs_test {

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
