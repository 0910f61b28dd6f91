#include "core/process/process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/process/process_tree.h"
#include "core/process/sigpipe_guard.h"
#include "tests/catch.h"
#include "tests/linux.h"

namespace process_test {

using namespace std::chrono_literals;
using Event = Process::Event;

/// A deadline far enough away for the slowest machine.
Process::TimePoint later() { return std::chrono::steady_clock::now() + 300s; }
Process::TimePoint soon() { return std::chrono::steady_clock::now() + 50ms; }

std::string next_line(Process& process) {
  const auto reading = process.read_line(later(), {});
  return std::string(reading.event == Event::line ? reading.line : "no line");
}

/// The reason why a command does not run.
std::string refusal_of(const std::string& command) {
  Process process({command, "", {}});
  CHECK(process.read_line(later(), {}).event == Event::closed);
  return process.refusal();
}

void wait_for_file(const std::string& path) {
  while (!std::filesystem::exists(path)) std::this_thread::sleep_for(1ms);
}

/// The parent of a process.
pid_t parent_of(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  pid_t parent = 0;
  for (std::string word; status >> word;) {
    if (word == "PPid:") status >> parent;
  }
  return parent;
}

/// The number of processes with this command line.
int running(std::string command) {
  std::replace(command.begin(), command.end(), ' ', '\0');
  command += '\0';
  int found = 0;
  for (const auto& process : std::filesystem::directory_iterator("/proc")) {
    std::ifstream file(process.path() / "cmdline", std::ios::binary);
    std::string words;
    std::getline(file, words);
    found += words == command;
  }
  return found;
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

TEST_CASE("process: command lines are split into words or given to a shell") {
  using Words = std::vector<std::string>;
  CHECK(command_words("./a  --b c") == Words{"./a", "--b", "c"});
  CHECK(command_words("a 'b c' \"d e\" f\\ g 'h'i \"\"") ==
        Words{"a", "b c", "d e", "f g", "hi", ""});
  CHECK(command_words(R"(a "\d\"\\n" b\d '\d\')") == Words{"a", R"(\d"\n)", "bd", R"(\d\)"});
  CHECK(command_words("a '$b|c'") == Words{"a", "$b|c"});
  CHECK(command_words("").empty());
  CHECK(command_words("./exec a=1") == Words{"./exec", "a=1"});
  CHECK(command_words("=1 a") == Words{"=1", "a"});
  for (const char* text : {"a | b", "a $b", "a; b", "a > b", "a \"$b\"", "a *", "'a", "a `b`",
                           "exec ./a", "X=1 ./a", "_X2= ./a", "cd /tmp"}) {
    CHECK(command_words(text) == Words{"/bin/sh", "-c", text});
  }
}

TEST_CASE("process: a guard leaves the mask of SIGPIPE as it was") {
  sigset_t pipe_signal, mine, now;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  for (const int how : {SIG_UNBLOCK, SIG_BLOCK}) {
    pthread_sigmask(how, &pipe_signal, &mine);
    {
      const SigpipeGuard guard;
      const SigpipeGuard another;
      pthread_sigmask(SIG_SETMASK, nullptr, &now);
      CHECK(sigismember(&now, SIGPIPE) == 1);
    }
    pthread_sigmask(SIG_SETMASK, nullptr, &now);
    CHECK(sigismember(&now, SIGPIPE) == (how == SIG_BLOCK));
    pthread_sigmask(SIG_SETMASK, &mine, nullptr);
  }
}

TEST_CASE("process: lines are written and read") {
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

TEST_CASE("process: output before the end of the process is still read") {
  Process process({"sh -c 'echo a; echo b; echo c >&2; kill -9 $$'", "", {}});
  CHECK(next_line(process) == "a");
  CHECK(next_line(process) == "b");
  CHECK(process.read_line(later(), {}).event == Event::closed);
  CHECK_THAT(describe_exit(process.exit_status(later()).value()).english(),
             contains_text("signal 9"));
  process.kill();
  CHECK(process.last_errors() == "c\n");
}

TEST_CASE("process: a missing program is reported") {
  Process process({"/no/such/program", "", {}});
  CHECK(process.read_line(later(), {}).event == Event::closed);
  CHECK_THAT(process.refusal().english(), contains_text("No such file"));
}

TEST_CASE("process: the error for a missing program names the missing file") {
  const TemporaryDirectory directory;
  const std::string spaces = directory.write("a bot", "#!/bin/sh\n");
  const std::string script = directory.write("script", "#!/no/such/interpreter\n");
  chmod(spaces.c_str(), 0755);
  chmod(script.c_str(), 0755);
  CHECK(refusal_of("/no/such/program --fast") == "/no/such/program: No such file or directory");
  CHECK_THAT(refusal_of(spaces + " --fast"), !contains_text("single quotes"));
  CHECK(refusal_of(spaces) ==
        directory.file("a") +
            ": No such file or directory (the command is split at spaces; put a path with spaces "
            "in single quotes)");
  CHECK(refusal_of(script + " --fast") ==
        script + ": the interpreter named in its first line does not exist");
}

TEST_CASE("process: neither a program nor its supervisor inherits open files") {
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

TEST_CASE("process: a program that kills or stops its supervisor ends with all its descendants") {
  if (is_omitted_without_linux()) return;
  const std::string signal = GENERATE("KILL", "STOP");
  CAPTURE(signal);
  Process process({"sh -c 'sleep 1000 & setsid sleep 1000 & (setsid sleep 1000 & echo $!); kill -" +
                       signal + " $PPID; echo done; sleep 1000'",
                   "",
                   {},
                   {},
                   false,
                   {},
                   true});
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

TEST_CASE("process: a line written before the deadline counts even if it is read later") {
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
  // This holds with and without the system's times of writing.
  CHECK(reading.arrival - process.descheduled() <= deadline);
  CHECK(process.descheduled() >= 200ms);
}

TEST_CASE("process: lines that wait in the pipe have arrived however long reading takes") {
  const TemporaryDirectory directory;
  const std::string mark = directory.file("mark");
  // More than one read returns, less than a full pipe holds.
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
  if (!std::filesystem::exists(mark)) return;  // the system has no larger pipes
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

TEST_CASE(
    "process: time in which this process was descheduled is deducted from the time of arrival") {
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
  CHECK(reading.arrival - process.descheduled() <= deadline);
  // Afterwards the deadline applies again.
  CHECK(process.read_line(deadline, {}).event == Event::deadline);
}

TEST_CASE("process: a program that does not read cannot block its writer") {
  Process process({"sleep 1000", "", {}});
  const std::string much(1 << 20, 'x');
  CHECK(process.write(much, soon(), {}) == Event::deadline);
  process.kill();
  CHECK(process.write("x", later(), {}) == Event::closed);
}

TEST_CASE("process: two processes that write to each other do not deadlock") {
  Process process({"cat", "", {}});
  const std::string line(1000, 'x');
  std::string text;
  for (int i = 0; i < 1000; ++i) text += line + "\n";
  REQUIRE(process.write(text, later(), {}) == Event::line);
  for (int i = 0; i < 1000; ++i) REQUIRE(next_line(process) == line);
}

TEST_CASE("process: an endless line is cut off") {
  Process process({"cat /dev/zero", "", {}});
  CHECK(process.read_line(later(), {}).event == Event::overlong);
}

TEST_CASE("process: a stop request ends every wait") {
  Process process({"sleep 1000", "", {}});
  std::stop_source stop;
  stop.request_stop();
  CHECK(process.read_line(later(), stop.get_token()).event == Event::stopped);
  CHECK(process.write("x", later(), stop.get_token()) == Event::stopped);
}

TEST_CASE("process: a killed program ends with all its descendants") {
  if (is_omitted_without_linux()) return;
  const bool shares_processes = GENERATE(false, true);
  CAPTURE(shares_processes);
  const std::string mark = "1000." + std::to_string(getpid());
  // The last process leaves its parent, group and session. The first process stays.
  Process process({"sh -c 'sleep " + mark + " & setsid sleep " + mark + " & (setsid sleep " + mark +
                       " & echo begun); cat'",
                   "",
                   {},
                   {},
                   false,
                   {},
                   shares_processes});
  REQUIRE(next_line(process) == "begun");
  while (running("sleep " + mark) < 3) std::this_thread::sleep_for(1ms);
  process.kill();
  CHECK(running("sleep " + mark) == 0);
}

TEST_CASE("process: a program in its own process namespace sees only its processes in /proc") {
  Process process(
      {"sh -c 'echo $PPID; test -d /proc/$$ && readlink /proc/self | grep -c .; "
       "ls -d /proc/[0-9]* | wc -l'",
       "",
       {}});
  if (next_line(process) != "0") return;  // namespaces are not permitted here
  CHECK(next_line(process) == "1");
  // The namespace contains its first process, the shell and its children.
  CHECK(std::stoi(next_line(process)) <= 5);
}

TEST_CASE("process: a program gets the specified environment or inherits all of it") {
  const auto [environment, expected] =
      GENERATE(table<std::optional<std::vector<std::string>>, std::string>(
          {{std::nullopt, "theirs"},
           {std::vector<std::string>{"PATH=/bin:/usr/bin"}, ""},
           {std::vector<std::string>{"PATH=/bin:/usr/bin", "SCHIRI_TEST=own"}, "own"}}));
  setenv("SCHIRI_TEST", "theirs", 1);
  Process::Options options;
  options.command = "sh -c 'echo $SCHIRI_TEST'";
  options.environment = environment;
  Process process(options);
  CHECK(next_line(process) == expected);
  unsetenv("SCHIRI_TEST");
}

TEST_CASE("process: all descendants are found however many there are") {
  constexpr int many = 1500;
  int ready[2];
  REQUIRE(pipe(ready) == 0);
  const pid_t parent = fork();
  if (parent == 0) {
    setpgid(0, 0);
    for (int i = 0; i < many; ++i) {
      if (fork() == 0) {
        for (;;) pause();
      }
    }
    [[maybe_unused]] const ssize_t written = write(ready[1], "r", 1);
    for (;;) pause();
  }
  char byte = 0;
  REQUIRE(read(ready[0], &byte, 1) == 1);
  close(ready[0]);
  close(ready[1]);
  ProcessTree family;
  const bool known = family.find_descendants(parent);
  CHECK((!known || family.end() - family.begin() == many));
  kill(-parent, SIGKILL);
  waitpid(parent, nullptr, 0);
}

TEST_CASE("process: a program ends by itself or after SIGTERM or after SIGKILL") {
  const auto [command, expected] = GENERATE(table<std::string, std::string>({
      {"cat", "ended with status 0"},
      {"sleep 1000", "was ended by signal 15"},
      {"sh -c 'trap \"\" TERM; echo; while :; do sleep 1; done'", "was ended by signal 9"},
  }));
  Process process({command, "", {}});
  if (command.find("trap") != command.npos) next_line(process);
  process.ask_to_end("quit\n");
  process.end(command == "cat" ? 60000ms : 50ms, command == "sleep 1000" ? 60000ms : 50ms);
  CHECK_THAT(describe_exit(process.exit_status(later()).value()).english(),
             contains_text(expected));
}

TEST_CASE("process: closed output is an end even if the program still runs") {
  Process process({"sh -c 'exec >&-; sleep 1000'", "", {}});
  CHECK(process.read_line(later(), {}).event == Event::closed);
  CHECK_FALSE(process.exit_status(soon()));
}

TEST_CASE("process: only the last part of standard error is kept") {
  Process process({"sh -c 'yes noise | head -c 1000000 >&2; echo end >&2; echo done'", "", {}});
  CHECK(next_line(process) == "done");
  process.kill();
  CHECK(process.last_errors().size() <= 8192);
  CHECK_THAT(process.last_errors(), contains_text("noise\n") && contains_text("end\n"));
}

}  // namespace process_test
