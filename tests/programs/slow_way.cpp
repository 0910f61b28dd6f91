// Simulates a slow connection to another machine, in both directions.
//
//   slow_way MILLISECONDS COMMAND
//
// Runs the command by the shell; data in both directions is delayed by this time.

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <string>
#include <thread>

namespace {

using Clock = std::chrono::steady_clock;

/// Data and its time of arrival; an empty text is the end.
struct Piece {
  Clock::time_point time;
  std::string text;
};

class Direction {
 public:
  Direction(int from, int to, std::chrono::milliseconds delay)
      : from_(from), to_(to), delay_(delay), reader_([this] { read_all(); }) {}

  void carry() {
    for (Piece piece = next(); !piece.text.empty(); piece = next()) {
      std::this_thread::sleep_until(piece.time + delay_);
      if (write(to_, piece.text.data(), piece.text.size()) < 0) break;
    }
    close(to_);
  }

 private:
  void read_all() {
    char buffer[4096];
    for (;;) {
      const ssize_t size = read(from_, buffer, sizeof buffer);
      const std::lock_guard lock(mutex_);
      pieces_.push_back({Clock::now(), {buffer, size > 0 ? static_cast<std::size_t>(size) : 0}});
      added_.notify_one();
      if (size <= 0) return;
    }
  }

  Piece next() {
    std::unique_lock lock(mutex_);
    added_.wait(lock, [this] { return !pieces_.empty(); });
    Piece piece = std::move(pieces_.front());
    pieces_.pop_front();
    return piece;
  }

  int from_, to_;
  std::chrono::milliseconds delay_;
  std::mutex mutex_;
  std::condition_variable added_;
  std::deque<Piece> pieces_;
  std::thread reader_;
};

}  // namespace

int main(int count, char** words) {
  if (count != 3) return 2;
  std::signal(SIGPIPE, SIG_IGN);
  int there[2], back[2];
  if (pipe(there) != 0 || pipe(back) != 0) return 3;
  if (fork() == 0) {
    dup2(there[0], STDIN_FILENO);
    dup2(back[1], STDOUT_FILENO);
    for (const int end : {there[0], there[1], back[0], back[1]}) close(end);
    execl("/bin/sh", "sh", "-c", words[2], nullptr);
    _exit(127);
  }
  close(there[0]);
  close(back[1]);
  const std::chrono::milliseconds delay(std::atoi(words[1]));
  Direction outward(STDIN_FILENO, there[1], delay), homeward(back[0], STDOUT_FILENO, delay);
  std::thread([&] { outward.carry(); }).detach();
  homeward.carry();
  int status = 0;
  wait(&status);
  _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
}
