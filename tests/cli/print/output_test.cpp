#include <sys/stat.h>
#include <unistd.h>

#include "tests/catch.h"
#include "tests/support/run.h"

namespace output_test {

TEST_CASE("output: a protected file is not replaced") {
  if (geteuid() == 0) return;  // root may write everywhere
  const TemporaryDirectory directory;
  const std::string file = directory.write("file", "old");
  REQUIRE(chmod(file.c_str(), 0444) == 0);
  CHECK(run_schiri({"board", "creeper", "-o", file}).status == 3);
  CHECK(read_file(file) == "old");
}

}  // namespace output_test
