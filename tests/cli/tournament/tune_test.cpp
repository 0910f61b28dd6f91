#include <csignal>

#include "tests/catch.h"
#include "tests/support/child.h"
#include "tests/support/database.h"

namespace tune_test {

const Words bot = {"creeper", "--bot", "mcts nodes=4", "--max-turns", "16"};
const Words options = {"--option", "exploration=40[0,400]", "--option", "minimax=60[0,100]:c_end=9",
                       "--option", "width=0[0|6|12]"};
const Words size = {"--games", "48", "--batch", "4", "--proof", "elo0=-400,elo1=400"};

Run tune(const std::string& db, const Words& more = {}) {
  return run_schiri(Words{"tune", "--db", db} + bot + options + size + more);
}

TEST_CASE("tune: a killed tune resumes to the same result") {
  const TemporaryDirectory directory;
  const std::string whole = directory.file("whole.db"), db = directory.file("a.db");
  tune(whole);
  for (const int signal : {SIGKILL, SIGINT}) {
    ::Pipe log(directory.file("log" + std::to_string(signal)));
    const bool exists = std::filesystem::exists(db);
    const Words command = exists ? Words{"tune", "--resume", "--db", db}
                                 : Words{"tune", "--db", db} + bot + options + size;
    Child child(command + Words{"-j", "2", "--log", log.path()}, directory.file("err"));
    std::string read;
    while (std::count(read.begin(), read.end(), '\n') < 60 && !child.ended()) {
      read += log.read_some();
    }
    child.send(signal);
    while (!child.ended()) log.read_some();
  }
  CHECK(run_schiri({"tune", "--resume", "--db", db}).status <= 1);
  CHECK((exported(db) == exported(whole)));
}

}  // namespace tune_test
