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

TEST_CASE("output: a replaced file keeps its permissions, but runs as nobody else") {
  const TemporaryDirectory directory;
  const std::string file = directory.write("file", "old");
  const bool has_other_owner = chown(file.c_str(), 12345, 12345) == 0;  // as root
  REQUIRE(chmod(file.c_str(), 06751) == 0);
  CHECK(run_schiri({"board", "creeper", "-o", file}).status == 0);
  struct stat status {};
  REQUIRE(stat(file.c_str(), &status) == 0);
  CHECK((status.st_mode & 07777) == 0751);
  if (has_other_owner) CHECK(status.st_uid == 12345);
}

}  // namespace output_test
