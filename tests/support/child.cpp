#include "tests/support/child.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>

Pipe::Pipe(const std::string& path) : path_(path) {
  if (mkfifo(path.c_str(), 0600) != 0) throw std::runtime_error("no pipe");
  // Opened for writing as well, so that opening does not block.
  descriptor_ = open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
  // As small as possible, so that it fills after a few games.
  fcntl(descriptor_, F_SETPIPE_SZ, 4096);
}

Pipe::~Pipe() { close(descriptor_); }

std::string Pipe::read_some() {
  pollfd ready{descriptor_, POLLIN, 0};
  poll(&ready, 1, 20);
  char buffer[1024];
  const ssize_t size = read(descriptor_, buffer, sizeof buffer);
  return size > 0 ? std::string(buffer, static_cast<std::size_t>(size)) : "";
}

Child::Child(std::vector<std::string> arguments, const std::string& errors) {
  arguments.insert(arguments.begin(), SCHIRI_PROGRAM);
  std::vector<char*> argv;
  for (std::string& word : arguments) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  const int flags = O_WRONLY | O_CREAT | O_TRUNC;
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors.c_str(), flags, 0600);
  const int error = posix_spawn(&id_, SCHIRI_PROGRAM, &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error) throw std::runtime_error("cannot start " SCHIRI_PROGRAM);
}

Child::~Child() {
  if (ended()) return;
  send(SIGKILL);
  waitpid(id_, &status_, 0);
}

void Child::send(int signal) const { kill(id_, signal); }

bool Child::ended() {
  if (!ended_) ended_ = waitpid(id_, &status_, WNOHANG) == id_;
  return ended_;
}

int Child::status() const {
  return WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
}
