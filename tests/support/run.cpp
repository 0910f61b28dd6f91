#include "tests/support/run.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <stdexcept>

#include "tests/catch.h"

namespace {

/// Whether a child ends within a time.
bool ends_within(pid_t child, std::chrono::milliseconds most) {
  pollfd end{static_cast<int>(syscall(SYS_pidfd_open, child, 0)), POLLIN, 0};
  const bool ended = poll(&end, 1, static_cast<int>(most.count())) > 0;
  close(end.fd);
  return ended;
}

}  // namespace

Run run_schiri(const std::vector<std::string>& arguments, const std::string& input,
               const RunOptions& options) {
  return run_program(SCHIRI_PROGRAM, arguments, input, options);
}

Run run_program(const std::string& program, const std::vector<std::string>& arguments,
                const std::string& input, const RunOptions& options) {
  const TemporaryDirectory directory;
  const std::string in = directory.write("in", input), out = directory.file("out"),
                    err = directory.file("err");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  const int flags = O_WRONLY | O_CREAT | O_TRUNC;
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, in.c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out.c_str(), flags, 0600);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, err.c_str(), flags, 0600);

  if (!options.directory.empty()) {
    posix_spawn_file_actions_addchdir_np(&actions, options.directory.c_str());
  }

  std::vector<std::string> words = {program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  pid_t child = 0;
  const int error = posix_spawnp(&child, program.c_str(), &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error) throw std::runtime_error("cannot start " + program);
  const bool hung = options.most && !ends_within(child, *options.most);
  if (hung) kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return {code, read_file(out), read_file(err), hung};
}

Run must_run(const std::vector<std::string>& arguments, const std::string& input,
             const RunOptions& options) {
  const Run run = run_schiri(arguments, input, options);
  CAPTURE(arguments, run.err);
  REQUIRE(run.status == 0);
  return run;
}

void check_run(const std::vector<std::string>& arguments, int status, const std::string& error,
               const std::string& input, const RunOptions& options) {
  const Run run = run_schiri(arguments, input, options);
  CAPTURE(arguments);
  CHECK(run.status == status);
  CHECK_THAT(run.err, contains_text(error));
}
