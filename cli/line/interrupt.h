#pragma once

#include <stop_token>
#include <string>
#include <thread>

#include "cli/print/console.h"
#include "core/base/message.h"

namespace schiri::cli {

/// While it lives, Ctrl-C (SIGINT), SIGTERM and a terminal that goes away (SIGHUP) do not end the
/// program but are noted, so that work can be brought to a good end. A second one of the same kind
/// is answered by what is still to be done, a third ends the program at once and says what is lost.
/// A program that ignores SIGHUP goes on doing so. A guard within another is the same as that one,
/// and one after another knows the signals that came before: a command that is to stop stops.
/// In a process of another program it notes that program's interruption instead of signals.
class InterruptGuard {
 public:
  /// What the first Ctrl-C asks for; other signals are the system's, which does not wait.
  enum class First {
    stop,    ///< interrupted()
    finish,  ///< is_finishing(); the second is interrupted()
  };

  /// `loss`: what a third signal costs, a clause without its end.
  explicit InterruptGuard(const Message& loss = message("what is not finished is lost"),
                          First first = First::stop);
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  ~InterruptGuard();

  /// Has one come that asks to stop?
  bool interrupted() const;
  /// Has one come, so that nothing new is to begin?
  bool is_finishing() const;

 private:
  console::Uninterrupted ends_itself_;
  std::string second_answer_;
  std::string third_answer_;
  bool guards_hangup_;
};

/// An InterruptGuard that asks those who have its token to stop.
class InterruptStop {
 public:
  InterruptStop();

  bool interrupted() const { return guard_.is_finishing(); }
  std::stop_token token() const { return source_.get_token(); }
  /// Stops what the token stops, without an interruption.
  void stop() { source_.request_stop(); }

 private:
  InterruptGuard guard_;
  std::stop_source source_;
  std::jthread watcher_;
};

}  // namespace schiri::cli
