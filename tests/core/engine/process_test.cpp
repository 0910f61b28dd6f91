#include "core/engine/process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "tests/catch.h"
#include "tests/files.h"

using namespace schiri;
using namespace std::chrono_literals;
using Event = Process::Event;

namespace {

/// Far enough away for the slowest machine.
Process::TimePoint later() { return std::chrono::steady_clock::now() + 60s; }
Process::TimePoint soon() { return std::chrono::steady_clock::now() + 50ms; }

std::string next_line(Process& process) {
  const auto reading = process.read_line(later(), {});
  return std::string(reading.event == Event::line ? reading.line : "no line");
}

/// Why a command does not run.
std::string refusal_of(const std::string& command) {
  Process process({command, "", {}});
  CHECK(process.read_line(later(), {}).event == Event::closed);
  return process.refusal();
}

void wait_for_file(const std::string& path) {
  while (!std::filesystem::exists(path)) std::this_thread::sleep_for(1ms);
}

/// The process that has started this one.
pid_t parent_of(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  pid_t parent = 0;
  for (std::string word; status >> word;) {
    if (word == "PPid:") status >> parent;
  }
  return parent;
}

std::string open_files_of(pid_t process) {
  std::string names;
  for (const auto& file :
       std::filesystem::directory_iterator("/proc/" + std::to_string(process) + "/fd")) {
    std::error_code gone;
    names += std::filesystem::read_symlink(file.path(), gone).string() + '\n';
  }
  return names;
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

TEST_CASE("process: who is not there is named, and nothing else") {
  const TemporaryDirectory directory;
  const std::string blanks = directory.write("a bot", "#!/bin/sh\n");
  const std::string script = directory.write("script", "#!/no/such/interpreter\n");
  chmod(blanks.c_str(), 0755);
  chmod(script.c_str(), 0755);
  CHECK(refusal_of("/no/such/program --fast") == "/no/such/program: No such file or directory");
  CHECK_THAT(refusal_of(blanks + " --fast"), !contains_text("single quotes"));
  CHECK(refusal_of(blanks) ==
        directory.file("a") +
            ": No such file or directory (the command is split at blanks; put a path that contains "
            "blanks in single quotes)");
  CHECK(refusal_of(script + " --fast") ==
        script + ": the interpreter named in its first line does not exist");
}

TEST_CASE("process: neither a program nor its supervisor holds what is open here") {
  const TemporaryDirectory directory;
  const std::string secret = directory.write("secret", "");
  const int file = open(secret.c_str(), O_RDWR);  // without O_CLOEXEC
  const int standard_input = dup(STDIN_FILENO);
  const bool frees_low = GENERATE(false, true);
  if (frees_low) close(STDIN_FILENO);
  {
    Process process({"sh -c 'echo begun; exec sleep 1000'", "", {}});
    CHECK(next_line(process) == "begun");
    const pid_t program = process.id().value();
    const pid_t supervisor = parent_of(program);
    REQUIRE(parent_of(supervisor) == getpid());
    for (const pid_t child : {program, supervisor}) {
      CHECK_THAT(open_files_of(child), !contains_text("secret"));
    }
  }
  dup2(standard_input, STDIN_FILENO);
  close(standard_input);
  close(file);
}

TEST_CASE("process: one that kills or stops its supervisor is gone with all it has started") {
  const std::string signal = GENERATE("KILL", "STOP");
  CAPTURE(signal);
  Process process({"sh -c 'sleep 1000 & setsid sleep 1000 & (setsid sleep 1000 & echo $!); kill -" +
                       signal + " $PPID; echo done; sleep 1000'",
                   "",
                   {}});
  const pid_t grandchild = std::stoi(next_line(process));
  REQUIRE(kill(grandchild, 0) == 0);
  if (signal == "KILL") {
    while (process.read_line(later(), {}).event == Event::line) {
    }
    CHECK_FALSE(process.exit_status(later()));
    CHECK(process.lost_supervisor());
  } else {
    CHECK(next_line(process) == "done");
  }
  process.kill();
  CHECK(kill(grandchild, 0) != 0);
}

TEST_CASE("process: what was written before the deadline counts, however late it is read") {
  const TemporaryDirectory directory;
  const std::string mark = directory.file("mark");
  Process process({"sh -c 'read go; echo answer; echo > " + mark + "; sleep 1000'", "", {}});
  REQUIRE(process.write("go\n", later(), {}) == Event::line);
  wait_for_file(mark);
  const auto deadline = soon();
  std::this_thread::sleep_until(deadline + 200ms);
  const auto reading = process.read_line(deadline, {});
  CHECK(reading.event == Event::line);
  CHECK(reading.line == "answer");
  // Whether the system says when it was written or not.
  CHECK(reading.arrival - process.standstill() <= deadline);
  CHECK(process.standstill() >= 200ms);
}

TEST_CASE("process: what waits in the pipe has come, however long reading it takes") {
  const TemporaryDirectory directory;
  const std::string mark = directory.file("mark");
  // More than is read at once, less than a pipe holds when it has been noticed.
  Process process(
      {"sh -c 'read go; yes much | head -c 200000; read go; yes more | head -c 500000; "
       "echo; echo answer; echo > " +
           mark + "; sleep 1000'",
       "",
       {}});
  REQUIRE(process.write("go\n", later(), {}) == Event::line);
  for (int i = 0; i < 40'000; ++i) REQUIRE(next_line(process) == "much");
  REQUIRE(process.write("go\n", later(), {}) == Event::line);
  for (int i = 0; i < 20'000 && !std::filesystem::exists(mark); ++i) {
    std::this_thread::sleep_for(1ms);
  }
  if (!std::filesystem::exists(mark)) return;  // no larger pipes here
  const auto first = process.read_line(later(), {});
  REQUIRE(first.line == "more");
  const auto begin = first.arrival;
  for (int i = 1; i < 100'000; ++i) REQUIRE(next_line(process) == "more");
  std::this_thread::sleep_for(20ms);
  REQUIRE(next_line(process).empty());
  const auto last = process.read_line(later(), {});
  CHECK(last.line == "answer");
  CHECK(last.arrival == begin);
}

TEST_CASE("process: an answer after the deadline is told as one, while we stood still") {
  const TemporaryDirectory directory;
  const std::string mark = directory.file("mark");
  Process process(
      {"sh -c 'read go; sleep 0.3; echo answer; echo > " + mark + "; sleep 1000'", "", {}});
  REQUIRE(process.write("go\n", later(), {}) == Event::line);
  const auto deadline = soon();
  wait_for_file(mark);
  const auto reading = process.read_line(deadline, {});
  CHECK(reading.event == Event::line);
  CHECK(reading.arrival > deadline);
  CHECK(reading.arrival - process.standstill() <= deadline);
  // And no longer than that.
  CHECK(process.read_line(deadline, {}).event == Event::deadline);
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
  // The last of them leaves its parent, its group and its session; the first one stays.
  Process process(
      {"sh -c 'sleep 1000 & setsid sleep 1000 & (setsid sleep 1000 & echo $!); cat'", "", {}});
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
