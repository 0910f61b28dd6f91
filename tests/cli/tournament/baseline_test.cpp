#include <csignal>

#include "tests/catch.h"
#include "tests/support/child.h"
#include "tests/support/words.h"

namespace baseline_test {

// `schiri test NEW --baseline OLD`.

const Words creeper = {"--game", "creeper"};

TEST_CASE("schiri test: after Ctrl-C it says how to resume, or that no game is stored") {
  const TemporaryDirectory directory;
  const bool is_stored = GENERATE(true, false);
  const std::string db = directory.file("a.db");
  ::Pipe log(directory.file("log"));
  Child child(Words{"test", "random", "--baseline", "random name=x"} + creeper +
                  (is_stored ? Words{"--db", db} : Words{"--no-db"}) + Words{"--log", log.path()},
              directory.file("err"));
  std::string read;
  while (read.find("\"type\":\"end\"") == read.npos) read += log.read_some();
  child.send(SIGINT);
  while (!child.ended()) log.read_some();
  CHECK(child.status() == 130);
  const std::string errors = read_file(directory.file("err"));
  CHECK_THAT(errors, contains_text("interrupted: "));
  const auto resume =
      contains_text("resume with: schiri tournament resume --db " + db + " --event 'creeper test'");
  const auto nothing = contains_text("none is stored (--no-db)");
  CHECK(resume.match(errors) == is_stored);
  CHECK(nothing.match(errors) == !is_stored);
}

}  // namespace baseline_test
