#pragma once

#include <sys/time.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

namespace schiri {

/// Aborts the program, so that the input is kept, if the processor time since its construction
/// exceeds a limit. The load of the machine does not matter.
class CpuLimit {
 public:
  explicit CpuLimit(const char* what, int seconds = 20) {
    what_ = what;
    std::signal(SIGPROF, give_up);
    start(seconds);
  }
  CpuLimit(const CpuLimit&) = delete;
  CpuLimit& operator=(const CpuLimit&) = delete;
  ~CpuLimit() { start(0); }

 private:
  static void start(int seconds) {
    const itimerval timer{{0, 0}, {seconds, 0}};
    setitimer(ITIMER_PROF, &timer, nullptr);
  }

  static void give_up(int) {
    write_text("not so: this ends: ");
    write_text(what_);
    write_text("\n");
    std::abort();
  }

  static void write_text(const char* text) {
    const char* end = text;
    while (*end) ++end;
    [[maybe_unused]] const auto done =
        ::write(STDERR_FILENO, text, static_cast<std::size_t>(end - text));
  }

  static inline const char* what_ = "";
};

}  // namespace schiri
