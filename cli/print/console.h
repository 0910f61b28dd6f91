#pragma once

#include <atomic>
#include <istream>
#include <ostream>

/// The standard streams of a command: those of the process, or, where a program runs a command by
/// the library, those of its caller. Commands use no others.
namespace schiri::cli::console {

extern std::ostream out;
/// Not buffered; flushes `out` before.
extern std::ostream err;
extern std::istream in;

/// What a program that runs a command by the library gives it.
struct Guest {
  std::streambuf& in;
  std::streambuf& out;
  std::streambuf& err;
  const std::atomic<bool>& is_interrupted;
};

/// While it lives, the streams are those of a guest, and the process belongs to another program:
/// its signals, environment, settings and terminal are left alone. One at a time.
class Visit {
 public:
  explicit Visit(const Guest& guest);
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;
  ~Visit();
};

/// Does the process belong to another program?
bool is_guest();
/// Has that program interrupted the command? False in a process of our own.
bool is_interrupted();
/// Ends a command that its host has interrupted, unless it brings its work to an end itself (an
/// InterruptGuard lives). Throws Interrupted; does nothing on another thread than the command's.
void leave_if_interrupted();
/// Is this descriptor a terminal that the command may use?
bool is_terminal(int descriptor);
/// The process's own streams, as they are now: after std::ios::sync_with_stdio().
void use_process();

/// Ends an interrupted command.
struct Interrupted {};

/// While it lives, leave_if_interrupted() does nothing.
class Uninterrupted {
 public:
  Uninterrupted();
  Uninterrupted(const Uninterrupted&) = delete;
  Uninterrupted& operator=(const Uninterrupted&) = delete;
  ~Uninterrupted();
};

}  // namespace schiri::cli::console
