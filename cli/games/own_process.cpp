#include "cli/games/own_process.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <system_error>

#include "cli/print/console.h"
#include "core/base/text.h"
#include "core/process/pipe.h"

namespace schiri::cli {

namespace {

/// Follows the error, so that an end without it is told from success.
constexpr char end_mark = '\n';

[[noreturn]] void run_check(const std::function<std::string()>& check, int output) {
  std::string text = check();
  text += end_mark;
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t written = write(output, text.data() + at, text.size() - at);
    if (written < 0 && errno != EINTR) break;
    at += static_cast<std::size_t>(std::max<ssize_t>(written, 0));
  }
  _exit(0);
}

/// Reads until the end; false if the time is over before.
bool read_all(int input, std::chrono::steady_clock::time_point end, std::string& text) {
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    if (left.count() <= 0) return false;
    pollfd ready{input, POLLIN, 0};
    if (poll(&ready, 1, static_cast<int>(left.count()) + 1) < 0 && errno != EINTR) return false;
    if (ready.revents == 0) continue;
    char buffer[4096];
    const ssize_t got = read(input, buffer, sizeof buffer);
    if (got == 0) return true;
    if (got > 0) text.append(buffer, static_cast<std::size_t>(got));
    if (got < 0 && errno != EINTR) return true;
  }
}

}  // namespace

std::string failure_of_process(const std::function<std::string()>& check,
                               std::chrono::milliseconds limit) {
  console::out.flush();
  Pipe pipe;
  const pid_t child = fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child == 0) run_check(check, pipe.write.number());
  pipe.write.close();
  std::string text;
  const bool is_in_time =
      read_all(pipe.read.number(), std::chrono::steady_clock::now() + limit, text);
  if (!is_in_time) kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (!is_in_time) {
    return "it has not returned after " +
           counted(static_cast<std::uint64_t>(limit.count()) / 1000, "second");
  }
  if (WIFSIGNALED(status)) {
    const int number = WTERMSIG(status);
    return "its code has crashed: signal " + std::to_string(number) + " (" + strsignal(number) +
           ")";
  }
  if (!text.ends_with(end_mark)) {
    return "its code has ended the process with status " + std::to_string(WEXITSTATUS(status));
  }
  text.pop_back();
  return text;
}

}  // namespace schiri::cli
