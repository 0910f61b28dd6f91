#include "cli/tournament/live/trace.h"

#include <csignal>

#include "core/process/process.h"
#include "tests/catch.h"
#include "tests/support/bots.h"
#include "tests/support/words.h"

namespace trace_test {

// The conversations with programs, in a folder: --trace.

Words traced(const TemporaryDirectory& directory, const std::string& bot, const Words& more = {}) {
  return Words{"tournament",  "run",
               "--game",      "creeper",
               "--bot",       "random",
               "--bot",       bot,
               "--db",        directory.file("a.db"),
               "--trace",     directory.file("trace"),
               "--max-turns", "8"} +
         more;
}

TEST_CASE("trace: the lines are in the file when schiri is killed") {
  const TemporaryDirectory directory;
  std::string command = SCHIRI_PROGRAM;
  for (const std::string& word :
       traced(directory, scripted_bot("never answers", directory) + " name=mute nodes=1",
              {"--watchdog", "600"})) {
    std::string quoted;
    for (const char c : word) quoted += c == '"' ? "\\\"" : std::string(1, c);
    command += " \"" + quoted + "\"";
  }
  Process schiri({command, "", {}});
  const std::string file = directory.file("trace/1-mute-random.log");
  const auto has_asked = [&] {
    return std::filesystem::exists(file) &&
           read_file(file).find("> white: go nodes 1\n") != std::string::npos;
  };
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(300);
  while (!has_asked() && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  schiri.kill();
  CHECK(has_asked());
  CHECK(all_gone(directory));
}

TEST_CASE("trace: names of files are made of harmless characters") {
  CHECK(cli::trace_name(7, 120, "new 2", "a/../b") == "007-new_2-a_.._b.log");
  CHECK(cli::trace_name(12, 12, "Zo\xc3\xab \"x\"", "") == "12-Zo\xc3\xab__x_-.log");
  CHECK(cli::trace_name(1, 9, std::string(100, 'n'), "b") ==
        "1-" + std::string(40, 'n') + "-b.log");
}

}  // namespace trace_test
