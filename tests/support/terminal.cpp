#include "tests/support/terminal.h"

#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "tests/catch.h"

namespace {

constexpr int patience = 300'000;  // milliseconds

}  // namespace

Terminal::Terminal(const Words& arguments, const std::string& kind, const std::string& folder) {
  winsize size{24, 80, 0, 0};
  std::vector<std::string> words = {SCHIRI_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  child_ = forkpty(&descriptor_, nullptr, nullptr, &size);
  REQUIRE(child_ >= 0);
  if (child_ == 0) {
    if (!folder.empty() && chdir(folder.c_str()) != 0) _exit(127);
    setenv("TERM", kind.c_str(), 1);
    setenv("NO_COLOR", "1", 1);
    setenv("EDITRC", "/dev/null", 1);
    execv(argv[0], argv.data());
    _exit(127);
  }
}

Terminal::~Terminal() {
  if (child_ > 0) {
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }
  close(descriptor_);
}

void Terminal::type(const std::string& keys) {
  REQUIRE(write(descriptor_, keys.data(), keys.size()) == static_cast<ssize_t>(keys.size()));
}

/// Returns false at the end, or if nothing arrives.
bool Terminal::read_some() {
  pollfd event{descriptor_, POLLIN, 0};
  if (poll(&event, 1, patience) <= 0) return false;
  char chunk[4096];
  const ssize_t size = read(descriptor_, chunk, sizeof chunk);
  if (size > 0) screen_.append(chunk, static_cast<std::size_t>(size));
  at_end_ = size <= 0;
  return size > 0;
}

void Terminal::wait_for(const std::string& text) {
  std::size_t found = 0;
  while ((found = screen_.find(text, seen_)) == screen_.npos) {
    if (read_some()) continue;
    FAIL("'" << text << "' did not arrive after\n" << screen_.substr(seen_));
  }
  seen_ = found + text.size();
}

void Terminal::resize(unsigned short columns, unsigned short rows) {
  const winsize size{rows, columns, 0, 0};
  REQUIRE(ioctl(descriptor_, TIOCSWINSZ, &size) == 0);
}

void Terminal::send(int signal) { kill(child_, signal); }

bool Terminal::is_by_lines() const {
  termios settings{};
  REQUIRE(tcgetattr(descriptor_, &settings) == 0);
  return (settings.c_lflag & ICANON) != 0;
}

int Terminal::finish() {
  while (read_some()) {
  }
  if (!at_end_) kill(child_, SIGKILL);
  int status = 0;
  REQUIRE(waitpid(child_, &status, 0) == child_);
  child_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool is_omitted_without_editor() {
#ifdef SCHIRI_LIBEDIT
  return false;
#else
  WARN("not tested: this program was built without libedit");
  return true;
#endif
}
