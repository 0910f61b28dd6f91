#pragma once

#include <poll.h>
#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/descriptor.h"
#include "core/base/errors.h"
#include "core/process/line_buffer.h"
#include "core/process/pipe.h"
#include "core/process/supervisor.h"

/// Bots as programs: starts them under a supervisor, communicates with deadlines, limits and ends
/// them with all their descendants. Used by core/ugi; uses core/base.
/// What only Linux has stands in files NAME-linux.cpp; NAME-posix.cpp beside each does without.
namespace schiri {

/// The last bytes of a text of any length.
class Tail {
 public:
  explicit Tail(std::size_t most) : most_(most) {}

  void add(std::string_view text);
  const std::string& text() const { return text_; }

 private:
  std::size_t most_;
  std::string text_;
};

/// A command that names no program: one sentence without a full stop.
struct ProcessError : UnusableError {
  using UnusableError::UnusableError;
};

/// A command line as words; quotes and backslashes are read as a shell does. A command line with
/// shell syntax (`$`, `|`, `*`, ...) is passed to `/bin/sh -c`.
std::vector<std::string> command_words(const std::string& command);

/// `ended with status 1`, `was ended by signal 11 (Segmentation fault)`: a status as of waitpid.
Message describe_exit(int status);

/// A program with pipes to its standard input, output and error. No call waits beyond its deadline,
/// whatever the program does; memory is bounded, whatever it writes. It belongs to one thread. See
/// launch() for the environment of the program.
///
/// Our own because process libraries have deadlines, bounded memory or a supervisor, but none has
/// all three.
class Process {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  struct Options {
    std::string command;
    std::string directory;              ///< empty: the current one
    std::optional<int> memory;          ///< MiB that all its processes together may use
    std::optional<int> processor = {};  ///< the only processor that it may run on
    bool needs_network = false;         ///< for a command that connects to another machine
    /// `NAME=value`; nothing: all variables of this process
    std::optional<std::vector<std::string>> environment = {};
    bool shares_processes = false;  ///< no process id namespace of its own
  };

  /// Does not wait until the program runs; read_line() reports failures. Throws ProcessError, and
  /// InfrastructureError if the system permits no further process.
  explicit Process(const Options& options);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  /// Kills the program.
  ~Process();

  enum class Event {
    line,      ///< the text of one line, without its end
    closed,    ///< its output is at its end, or it has ended; see exit_status()
    overlong,  ///< it has written a line of more than `longest_line`, or so much without a line end
    deadline,  ///< no line in time
    stopped,   ///< a stop was requested
  };
  struct Reading {
    Event event;
    std::string_view line;  ///< of Event::line; valid until the next read or write
    TimePoint arrival;      ///< when it was written, if that is known; otherwise when it was read
  };

  /// Returns `line` when all is written; the program may have read less. Throws InfrastructureError
  /// if it cannot be waited for, as read_line() does.
  Event write(std::string_view text, TimePoint deadline, const std::stop_token& stop);
  /// The time at which write() had written everything.
  TimePoint written() const { return written_; }
  /// Output written before the deadline counts, even if it is read later. Waits past the deadline
  /// for as long as this process was descheduled since the last write(), to find out whether that
  /// mattered.
  Reading read_line(TimePoint deadline, const std::stop_token& stop);
  /// Enlarges the buffer of the program's output, as far as the system allows.
  void widen_output();
  /// Discards unread output. The visitor, which may be empty, receives its complete lines.
  using LineVisitor = std::function<void(std::string_view)>;
  void discard_input(const LineVisitor& visitor = {});

  /// Requests the end of the program, with this last line, and returns at once.
  void ask_to_end(std::string_view last_line);
  /// Waits for the program to end by itself, then for its end after SIGTERM; then kills it.
  void end(std::chrono::milliseconds of_itself, std::chrono::milliseconds after_signal);
  /// Kills the program and all its descendants. Afterwards none is left.
  void kill();

  /// Has the program ended, or failed to start?
  bool has_ended() const { return exit_status_ || !refusal_.empty() || !report_.is_open(); }
  /// The status of the ended program, as from waitpid; waits for it until the deadline.
  std::optional<int> exit_status(TimePoint deadline);
  /// Why it could not be started; empty if it could.
  const Message& refusal() const { return refusal_; }
  /// Was it killed because it used more memory than it may?
  bool exceeded_memory() const { return exceeded_memory_; }
  /// Did the system lack resources for the start?
  bool was_refused_by_system() const { return refused_by_system_; }
  /// Has the supervisor ended without a report? Then it was killed.
  bool lost_supervisor() const {
    return !report_.is_open() && !exit_status_ && refusal_.empty() && supervisor_ >= 0;
  }
  /// How long this process was descheduled since the last write(): it had no processor, or it or
  /// the machine was stopped.
  std::chrono::nanoseconds descheduled() const { return descheduled_; }
  /// Does it have network access because the system could not isolate it?
  bool has_network();
  /// See schiri::limit_processor_time().
  void limit_processor_time(int seconds);
  /// The end of its standard error.
  const std::string& last_errors() const { return errors_tail_.text(); }
  /// The program's process id, once it runs.
  std::optional<pid_t> id();

 private:
  enum class Wanted { input, output };

  bool look(std::span<pollfd> events, TimePoint until);
  bool look_for_output(TimePoint until);
  bool look(TimePoint until, Wanted wanted);
  void note_refusal(int error);
  void require_system() const;
  Message reason(int error) const;
  void take_report();
  void take(const LaunchReport& report);
  void take_errors();
  void take_output();
  void drain_output(TimePoint now);
  TimePoint arrival_by(TimePoint now) const;
  bool is_listening() const { return output_.is_open() && buffer_.size() < output_limits::output; }
  bool is_overlong() const { return buffer_.size() > output_limits::longest_line; }

  std::string command_, name_, directory_;  // the command, for messages
  Descriptor input_, output_, errors_, control_, report_;
  pid_t supervisor_ = -1;
  std::optional<pid_t> program_;
  bool has_memory_limit_ = false;
  Message refusal_;
  bool refused_by_system_ = false;
  std::chrono::nanoseconds descheduled_{};
  bool has_network_ = false;
  bool exceeded_memory_ = false;
  std::optional<int> exit_status_;

  LineBuffer buffer_;                       // of the output
  std::chrono::nanoseconds output_made_{};  // the pipe's capacity
  bool is_wide_ = false;
  std::size_t waiting_ = 0;  // the number of bytes that arrived before they are read
  TimePoint waiting_since_{};
  TimePoint written_{}, arrival_{};
  TimePoint looked_{};  // time of the last poll
  TimePoint empty_{};   // time at which the pipe was last empty
  int refused_ = 0;     // errno of a failed call in communication
  Tail errors_tail_;
};

}  // namespace schiri
