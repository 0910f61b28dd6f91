#include "core/match/process.h"

#include <signal.h>
#include <sys/wait.h>

#include "tests/catch.h"

using namespace schiri;
using namespace std::chrono_literals;
using Event = Process::Event;

namespace {

/// Far enough away for the slowest machine.
Process::TimePoint later() { return std::chrono::steady_clock::now() + 60s; }
Process::TimePoint soon() { return std::chrono::steady_clock::now() + 50ms; }

std::string next_line(Process& process) {
  const auto reading = process.read_line(later(), {});
  return reading.event == Event::line ? reading.line : "no line";
}

}  // namespace

TEST_CASE("process: command lines are split like a shell does, or left to one") {
  using Words = std::vector<std::string>;
  CHECK(command_words("./a  --b c") == Words{"./a", "--b", "c"});
  CHECK(command_words("a 'b c' \"d e\" f\\ g 'h'i \"\"") ==
        Words{"a", "b c", "d e", "f g", "hi", ""});
  CHECK(command_words("a '$b|c'") == Words{"a", "$b|c"});
  CHECK(command_words("").empty());
  for (const char* text : {"a | b", "a $b", "a; b", "a > b", "a \"$b\"", "a *", "'a", "a `b`"}) {
    CHECK(command_words(text) == Words{"/bin/sh", "-c", text});
  }
}

TEST_CASE("process: lines go in and come out") {
  Process process({"cat", "", {}});
  CHECK(process.write("one\ntwo\r\n\nrest", later(), {}) == Event::line);
  CHECK(next_line(process) == "one");
  CHECK(next_line(process) == "two");
  CHECK(next_line(process).empty());
  CHECK(process.read_line(soon(), {}).event == Event::deadline);
  CHECK(process.write(" of it\n", later(), {}) == Event::line);
  CHECK(next_line(process) == "rest of it");
  process.ask_to_end("bye\n");
  CHECK(next_line(process) == "bye");
  CHECK(process.read_line(later(), {}).event == Event::closed);
  const auto status = process.exit_status(later());
  REQUIRE(status);
  CHECK(describe_exit(*status) == "ended with status 0");
}

TEST_CASE("process: what it wrote before its end still comes") {
  Process process({"sh -c 'echo a; echo b; echo c >&2; kill -9 $$'", "", {}});
  CHECK(next_line(process) == "a");
  CHECK(next_line(process) == "b");
  CHECK(process.read_line(later(), {}).event == Event::closed);
  CHECK_THAT(describe_exit(process.exit_status(later()).value()), contains_text("signal 9"));
  process.kill();
  CHECK(process.last_errors() == "c\n");
}

TEST_CASE("process: a program that is not there says why") {
  Process process({"/no/such/program", "", {}});
  CHECK(process.read_line(later(), {}).event == Event::closed);
  CHECK_THAT(process.refusal(), contains_text("No such file"));
}

TEST_CASE("process: one that does not read cannot hold its writer up") {
  Process process({"sleep 1000", "", {}});
  const std::string much(1 << 20, 'x');
  CHECK(process.write(much, soon(), {}) == Event::deadline);
  process.kill();
  CHECK(process.write("x", later(), {}) == Event::closed);
}

TEST_CASE("process: two that write at each other do not stand still") {
  Process process({"cat", "", {}});
  const std::string line(1000, 'x');
  std::string text;
  for (int i = 0; i < 1000; ++i) text += line + "\n";
  REQUIRE(process.write(text, later(), {}) == Event::line);
  for (int i = 0; i < 1000; ++i) REQUIRE(next_line(process) == line);
}

TEST_CASE("process: a line without an end is cut off") {
  Process process({"cat /dev/zero", "", {}});
  CHECK(process.read_line(later(), {}).event == Event::overlong);
}

TEST_CASE("process: a stop ends every wait") {
  Process process({"sleep 1000", "", {}});
  std::stop_source stop;
  stop.request_stop();
  CHECK(process.read_line(later(), stop.get_token()).event == Event::stopped);
  CHECK(process.write("x", later(), stop.get_token()) == Event::stopped);
}

TEST_CASE("process: killed, it is gone with all it has started") {
  // The last of them leaves its parent, its group and its session.
  Process process(
      {"sh -c 'sleep 1000 & setsid sleep 1000 & (setsid sleep 1000 & echo $!)'", "", {}});
  const pid_t grandchild = std::stoi(next_line(process));
  REQUIRE(kill(grandchild, 0) == 0);
  process.kill();
  CHECK(kill(grandchild, 0) != 0);
}

TEST_CASE("process: it ends of itself, after SIGTERM, or not at all") {
  const auto [command, expected] = GENERATE(table<std::string, std::string>({
      {"cat", "ended with status 0"},
      {"sleep 1000", "was ended by signal 15"},
      {"sh -c 'trap \"\" TERM; echo; while :; do sleep 1; done'", "was ended by signal 9"},
  }));
  Process process({command, "", {}});
  if (command.find("trap") != command.npos) next_line(process);
  process.ask_to_end("quit\n");
  process.end(command == "cat" ? 60000ms : 50ms, command == "sleep 1000" ? 60000ms : 50ms);
  CHECK_THAT(describe_exit(process.exit_status(later()).value()), contains_text(expected));
}

TEST_CASE("process: closed output is an end, whatever else still runs") {
  Process process({"sh -c 'exec >&-; sleep 1000'", "", {}});
  CHECK(process.read_line(later(), {}).event == Event::closed);
  CHECK_FALSE(process.exit_status(soon()));
}

TEST_CASE("process: only the last of standard error is kept") {
  Process process({"sh -c 'yes noise | head -c 1000000 >&2; echo end >&2; echo done'", "", {}});
  CHECK(next_line(process) == "done");
  process.kill();
  CHECK(process.last_errors().size() <= 8192);
  CHECK_THAT(process.last_errors(), contains_text("noise\n") && contains_text("end\n"));
}
