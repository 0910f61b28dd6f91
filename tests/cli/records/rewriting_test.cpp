#include <sys/stat.h>

#include <csignal>

#include "tests/catch.h"
#include "tests/support/child.h"
#include "tests/support/run.h"

namespace rewriting_test {

const std::string records =
    "[Game \"creeper\"]\n\n1.a2+b3    a6-b6 *\n\n[Game \"creeper\"]\n\n1. A2-A3 *\n\n"
    "[Game \"creeper\"]\n\n1. A2+B3 *\n\n";

/// The number of files, to detect leftovers.
std::size_t files_in(const TemporaryDirectory& directory) {
  const std::filesystem::directory_iterator all(directory.file("")), end;
  return static_cast<std::size_t>(std::distance(all, end));
}

/// A bot that reports the start of its search and never answers.
std::string thinker(const TemporaryDirectory& directory, const std::string& pipe) {
  const std::string bot = directory.write("thinker",
                                          "#!/bin/sh\nwhile read -r word rest; do case $word in\n"
                                          "ugi) echo ugiok;; isready) echo readyok;;\n"
                                          "go) echo thinking >'" +
                                              pipe + "';; quit) exit;; esac; done\n");
  chmod(bot.c_str(), 0700);
  return "cmd=" + bot;
}

TEST_CASE("rewriting: an interrupted analysis leaves the file unchanged") {
  const int signal = GENERATE(SIGINT, SIGTERM, SIGHUP);
  const TemporaryDirectory directory;
  const std::string file = directory.write("x.pgn", records);
  ::Pipe thinking(directory.file("pipe"));
  const std::string bot = thinker(directory, thinking.path());
  {
    Child child({"analyse", file, "--bot", bot, "-j", "2", "-o", file}, directory.file("err"));
    std::string output;
    while (output.empty()) {
      REQUIRE_FALSE(child.ended());
      output = thinking.read_some();
    }
    child.send(signal);
    while (!child.ended()) thinking.read_some();
    CHECK(child.status() == 130);
  }
  CHECK(read_file(file) == records);
  CHECK_THAT(read_file(directory.file("err")), contains_text(file + " is unchanged"));
  CHECK(files_in(directory) == 4);  // the records, the pipe, the bot and standard error
}

}  // namespace rewriting_test
