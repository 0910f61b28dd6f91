#include "core/process/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/base/characters.h"
#include "core/base/errors.h"
#include "core/base/message.h"
#include "core/process/launched.h"
#include "core/process/processors.h"
#include "core/process/resource_limits.h"
#include "core/process/sigpipe_guard.h"

namespace schiri {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

/// How long a request to stop may go unnoticed.
constexpr milliseconds slice{20};
/// A wake-up delay up to this is not reported.
constexpr milliseconds usual_delay{10};

void make_nonblocking(const Descriptor& descriptor) {
  const int flags = fcntl(descriptor.number(), F_GETFL);
  if (flags >= 0 && fcntl(descriptor.number(), F_SETFL, flags | O_NONBLOCK) == 0) return;
  throw InfrastructureError(message("cannot set up a pipe: {0}", system_message(errno)));
}

/// Writes to a pipe that may have no reader any more, without raising SIGPIPE: for this program's
/// own output that signal keeps its default action.
ssize_t write_quietly(int descriptor, const char* data, std::size_t size) {
  if (SigpipeGuard::on_this_thread()) return ::write(descriptor, data, size);
  sigset_t pipe_signal, before;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
  const ssize_t written = ::write(descriptor, data, size);
  const int error = errno;
  if (written < 0 && error == EPIPE && !sigismember(&before, SIGPIPE)) take_pipe_signal();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return written;
}

/// Whole milliseconds until the deadline, rounded up; a slice at most.
int poll_time(Process::TimePoint until) {
  const auto left = std::chrono::ceil<milliseconds>(until - steady_clock::now());
  return static_cast<int>(std::clamp(left, milliseconds{0}, slice).count());
}

/// Does this error on starting a program mean that the system is out of resources?
bool is_want_of_system(int error, bool has_memory_limit) {
  if (error == ENOMEM) return !has_memory_limit;
  return error == EAGAIN || error == EMFILE || error == ENFILE || error == ENOBUFS ||
         error == EIO || error == ENOSPC;
}

}  // namespace

namespace {

thread_local int quiet_pipes = 0;
thread_local sigset_t mask_before_guard;

void change_pipe_signal(int how, sigset_t* before) {
  sigset_t pipe_signal;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  pthread_sigmask(how, &pipe_signal, before);
}

}  // namespace

SigpipeGuard::SigpipeGuard() {
  if (quiet_pipes++ == 0) change_pipe_signal(SIG_BLOCK, &mask_before_guard);
}

SigpipeGuard::~SigpipeGuard() {
  if (--quiet_pipes > 0) return;
  // A host that blocks the signal itself keeps it blocked, and what it has pending.
  if (sigismember(&mask_before_guard, SIGPIPE) == 1) return;
  take_pipe_signal();
  change_pipe_signal(SIG_UNBLOCK, nullptr);
}

bool SigpipeGuard::on_this_thread() { return quiet_pipes > 0; }

void Tail::add(std::string_view text) {
  if (text.size() > most_) text.remove_prefix(text.size() - most_);
  if (text_.size() + text.size() > most_) text_.erase(0, text_.size() + text.size() - most_);
  text_ += text;
}

namespace {

/// Does the character at `at` quote the next one? Between double quotes a backslash does so only
/// before a few.
bool quotes_next(std::string_view command, std::size_t at, char quote) {
  if (command[at] != '\\' || at + 1 == command.size() || quote == '\'') return false;
  return !quote || std::string_view("$`\"\\").find(command[at + 1]) != std::string_view::npos;
}

/// Splits a command line at spaces, as a shell does; nullopt if it contains shell syntax, or a
/// quote that is not closed.
std::optional<std::vector<std::string>> plain_words(std::string_view command) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    const bool literal = quote == '\'' && c != quote;
    if (!literal && std::string_view("$`").find(c) != std::string_view::npos) return std::nullopt;
    if (!quote && std::string_view("&*(){}[];|?<>~#\n").find(c) != std::string_view::npos) {
      return std::nullopt;
    }
    const bool blank = !quote && (c == ' ' || c == '\t');
    if (!blank && !in_word) words.emplace_back();
    in_word = !blank;
    if (blank) continue;
    if (quotes_next(command, i, quote)) {
      words.back() += command[++i];
    } else if (c == quote) {
      quote = 0;
    } else if (!quote && (c == '\'' || c == '"')) {
      quote = c;
    } else {
      words.back() += c;
    }
  }
  if (quote) return std::nullopt;
  return words;
}

/// Does a shell read this first word of a command itself, as an assignment or a word of its own?
bool is_of_shell(std::string_view word) {
  constexpr std::string_view own[] = {"!",      ".",      "case",  "cd",    "command", "eval",
                                      "exec",   "export", "for",   "if",    "set",     "trap",
                                      "ulimit", "umask",  "unset", "until", "while"};
  if (std::find(std::begin(own), std::end(own), word) != std::end(own)) return true;
  const std::string_view name = word.substr(0, word.find('='));
  return name.size() < word.size() && !name.empty() && !is_digit(name.front()) &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
}

/// Pointers for execve, ended by null.
std::vector<char*> c_strings(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

std::vector<std::string> command_words(const std::string& command) {
  auto words = plain_words(command);
  if (words && (words->empty() || !is_of_shell(words->front()))) return *words;
  return {"/bin/sh", "-c", command};
}

Message describe_exit(int status) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    return message("was ended by signal {0} ({1})", signal, strsignal(signal));
  }
  return message("ended with status {0}", WEXITSTATUS(status));
}

Process::Process(const Options& options)
    : command_(options.command),
      directory_(options.directory),
      has_memory_limit_(options.memory.has_value()),
      errors_tail_(output_limits::errors) {
  std::vector<std::string> words = command_words(options.command);
  if (words.empty()) throw ProcessError(message("the command is empty"));
  name_ = words.front();
  const std::vector<char*> arguments = c_strings(words);
  std::vector<std::string> variables = options.environment.value_or(std::vector<std::string>());
  const std::vector<char*> environment = c_strings(variables);

  Pipe input, output, errors, control, report;
  for (const Descriptor* end : {&input.write, &output.read, &errors.read, &report.read}) {
    make_nonblocking(*end);
  }
  const char* const directory = directory_.empty() ? nullptr : directory_.c_str();
  supervisor_ =
      launch_noted({arguments.data(), directory, options.memory, options.processor,
                    options.needs_network, options.environment ? environment.data() : nullptr,
                    options.shares_processes, limits_before()},
                   {input.read.number(), output.write.number(), errors.write.number(),
                    control.read.number(), report.write.number()});
  if (supervisor_ < 0)
    throw InfrastructureError(message("cannot create a process: {0}", system_message(errno)));
  input_ = std::move(input.write);
  output_ = std::move(output.read);
  errors_ = std::move(errors.read);
  control_ = std::move(control.write);
  report_ = std::move(report.read);
  output_made_ = pipe_time(output_.number());
  looked_ = empty_ = steady_clock::now();
}

Process::~Process() { kill(); }

/// The reason why a program did not start, for errors about names.
Message Process::reason(int error) const {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const auto exists = [&](const std::string& path) {
    return path.find('/') != path.npos && fs::exists(fs::path(directory_) / path, ignored);
  };
  if (error == ENOENT && exists(name_)) {
    return message("{0}: the interpreter named in its first line does not exist", name_);
  }
  if (name_ != command_ && exists(command_)) {
    return message(
        "{0}: {1} (the command is split at spaces; put a path with spaces in single quotes)", name_,
        system_message(error));
  }
  return message("{0}: {1}", name_, system_message(error));
}

void Process::take(const LaunchReport& report) {
  switch (report.kind) {
    case LaunchReport::Kind::refused:
      refusal_ = reason(report.value);
      refused_by_system_ = is_want_of_system(report.value, has_memory_limit_);
      break;
    case LaunchReport::Kind::no_directory:
      refusal_ = message("its directory cannot be entered: {0}", system_message(report.value));
      break;
    case LaunchReport::Kind::unready:
      refusal_ = message("cannot prepare a process: {0}", system_message(report.value));
      refused_by_system_ = true;
      break;
    case LaunchReport::Kind::networked:
      has_network_ = true;
      break;
    case LaunchReport::Kind::exceeded:
      exceeded_memory_ = true;
      break;
    case LaunchReport::Kind::running:
      program_ = report.value;
      break;
    case LaunchReport::Kind::ended:
      exit_status_ = report.value;
      break;
  }
}

void Process::take_report() {
  LaunchReport report{};
  ssize_t size = 0;
  while ((size = ::read(report_.number(), &report, sizeof report)) == sizeof report) take(report);
  if (size == 0) report_.close();
  if (size < 0) note_refusal(errno);
}

void Process::take_errors() {
  char chunk[4096];
  // Not until the pipe is empty: a program may write without end.
  for (int i = 0; i < 64 && errors_.is_open(); ++i) {
    const ssize_t size = ::read(errors_.number(), chunk, sizeof chunk);
    if (size == 0) errors_.close();
    if (size < 0) note_refusal(errno);
    if (size <= 0) return;
    errors_tail_.add({chunk, static_cast<std::size_t>(size)});
  }
}

/// The latest time at which the bytes just read can have been written. If we read late, the pipe's
/// modification time shows it on systems that maintain it; it cannot be before the pipe was last
/// seen empty.
Process::TimePoint Process::arrival_by(TimePoint now) const {
  return now - age_of_last_write(output_.number(), output_made_, now - empty_)
                   .value_or(std::chrono::nanoseconds{});
}

void Process::widen_output() {
  if (output_.is_open() && !std::exchange(is_wide_, true)) {
    widen_pipe(output_.number());
  }
}

/// A program that writes more than is read at once gets a larger pipe where possible, so that it
/// need not wait for us; and all bytes in the pipe have arrived by now, however long reading them
/// takes.
void Process::drain_output(TimePoint now) {
  widen_output();
  int bytes = 0;
  if (ioctl(output_.number(), FIONREAD, &bytes) != 0) return;
  waiting_ = static_cast<std::size_t>(bytes);
  waiting_since_ = now;
}

void Process::take_output() {
  const std::span<char> room = buffer_.room(output_limits::chunk);
  const std::size_t most = waiting_ > 0 ? std::min(waiting_, room.size()) : room.size();
  const ssize_t read = ::read(output_.number(), room.data(), most);
  if (read == 0) output_.close();
  if (read < 0) note_refusal(errno);
  if (read <= 0) return;
  const auto size = static_cast<std::size_t>(read);
  buffer_.fill(size);
  const auto now = steady_clock::now();
  const bool had_come = size <= waiting_;
  waiting_ = had_come ? waiting_ - size : 0;
  arrival_ = had_come ? waiting_since_ : arrival_by(now);
  if (size == most && waiting_ == 0) drain_output(now);
  if (size < most) empty_ = now;
}

/// As poll(), but also measures how long this process was descheduled. Returns whether certainly no
/// event occurred.
bool Process::look(std::span<pollfd> events, TimePoint until) {
  const auto before = looked_;
  const milliseconds most{poll_time(until)};
  const int ready = poll(events.data(), events.size(), static_cast<int>(most.count()));
  looked_ = steady_clock::now();
  if (const auto late = looked_ - before - most; late > usual_delay) descheduled_ += late;
  if (ready < 0) note_refusal(errno);
  return ready == 0;
}

/// A refusal by the system is not the program's fault.
void Process::note_refusal(int error) {
  if (error != EAGAIN && error != EINTR) refused_ = error;
}

void Process::require_system() const {
  if (refused_ == 0) return;
  throw InfrastructureError(
      message("cannot communicate with a program: {0}", system_message(refused_)));
}

/// Waits briefly for output alone, which is faster, and for errors if the program writes any.
/// Returns false if no event occurred.
bool Process::look_for_output(TimePoint until) {
  if (!is_listening()) return false;
  pollfd events[] = {{output_.number(), POLLIN, 0}, {errors_.number(), POLLIN, 0}};
  // A shorter wait would reprogram the timer each time, which is slow.
  if (look(events, until)) {
    empty_ = looked_;
    return false;
  }
  if (events[1].revents) take_errors();
  if (events[0].revents) take_output();
  return true;
}

/// Waits for any event. Returns false if none occurred.
bool Process::look(TimePoint until, Wanted wanted) {
  const bool listening = is_listening();
  pollfd events[] = {
      {listening ? output_.number() : -1, POLLIN, 0},
      {errors_.number(), POLLIN, 0},
      {report_.number(), POLLIN, 0},
      {wanted == Wanted::input ? input_.number() : -1, POLLOUT, 0},
  };
  if (look(events, until)) {
    if (listening) empty_ = looked_;
    return false;
  }
  if (events[1].revents) take_errors();
  if (events[2].revents) take_report();
  if (events[0].revents) take_output();
  return true;
}

Process::Event Process::write(std::string_view text, TimePoint deadline,
                              const std::stop_token& stop) {
  looked_ = steady_clock::now();
  descheduled_ = {};
  while (!text.empty()) {
    if (stop.stop_requested()) return Event::stopped;
    if (!input_.is_open() || has_ended()) return Event::closed;
    const ssize_t size = write_quietly(input_.number(), text.data(), text.size());
    if (size > 0) {
      text.remove_prefix(static_cast<std::size_t>(size));
    } else if (errno == EAGAIN || errno == EINTR) {
      const bool is_last = steady_clock::now() >= deadline + descheduled_;
      if (!look(deadline + descheduled_, Wanted::input) && is_last) return Event::deadline;
      require_system();
    } else if (errno == EPIPE) {
      input_.close();
      return Event::closed;
    } else {
      note_refusal(errno);
      require_system();
    }
  }
  written_ = looked_ = steady_clock::now();
  descheduled_ = {};
  if (buffer_.size() == 0) empty_ = written_;
  return Event::line;
}

Process::Reading Process::read_line(TimePoint deadline, const std::stop_token& stop) {
  for (bool is_quick = true;;) {
    if (stop.stop_requested()) return {Event::stopped, {}, {}};
    if (const auto line = buffer_.take_line()) {
      // Its end may have come with the part that makes it too long.
      if (line->size() > output_limits::longest_line) return {Event::overlong, {}, arrival_};
      if (arrival_ > deadline + descheduled_) return {Event::deadline, {}, arrival_};
      return {Event::line, *line, arrival_};
    }
    if (is_overlong()) return {Event::overlong, {}, arrival_};
    if (!output_.is_open()) {
      // A program that could not be started was reported before.
      if (report_.is_open()) take_report();
      return {Event::closed, {}, arrival_};
    }
    if (has_ended()) {
      // Output written before the end still counts.
      const std::size_t before = buffer_.size();
      take_output();
      require_system();
      if (buffer_.size() == before) return {Event::closed, {}, arrival_};
      continue;
    }
    const TimePoint end = deadline + descheduled_;
    const bool is_last = steady_clock::now() >= end;
    // Once: standard error must be read meanwhile, too.
    if (std::exchange(is_quick, false) && look_for_output(end)) continue;
    if (!look(end, Wanted::output) && is_last && steady_clock::now() >= deadline + descheduled_) {
      take_errors();
      return {Event::deadline, {}, {}};
    }
    require_system();
  }
}

void Process::discard_input(const LineVisitor& visitor) {
  // A program that writes without end is handled elsewhere.
  for (int i = 0; i < 64 && output_.is_open(); ++i) {
    while (const auto line = visitor ? buffer_.take_line() : std::nullopt) visitor(*line);
    buffer_.clear();
    take_output();
    if (buffer_.size() == 0) return;
  }
}

void Process::ask_to_end(std::string_view last_line) {
  if (!input_.is_open()) return;
  write_quietly(input_.number(), last_line.data(), last_line.size());
  input_.close();
}

void Process::end(milliseconds of_itself, milliseconds after_signal) {
  if (!exit_status(steady_clock::now() + of_itself) && control_.is_open()) {
    write_quietly(control_.number(), "T", 1);
    exit_status(steady_clock::now() + after_signal);
  }
  kill();
}

void Process::kill() {
  if (supervisor_ < 0) return;
  // Its supervisor sees that this end is closed, unless the program has stopped it.
  control_.close();
  input_.close();
  output_.close();
  ::kill(supervisor_, SIGCONT);
  constexpr milliseconds patience{5000};
  const auto deadline = steady_clock::now() + patience;
  while (report_.is_open() && steady_clock::now() < deadline) look(deadline, Wanted::output);
  std::optional<int> status;
  while (!(status = reap_launched(supervisor_))) {
    if (steady_clock::now() >= deadline) ::kill(supervisor_, SIGKILL);
    poll(nullptr, 0, 1);
  }
  if (!WIFEXITED(*status)) kill_orphans();
  take_errors();
  supervisor_ = -1;
}

std::optional<int> Process::exit_status(TimePoint deadline) {
  // Output must not block the program meanwhile.
  while (!exit_status_ && report_.is_open() && steady_clock::now() < deadline) {
    look(deadline, Wanted::output);
    if (is_overlong()) buffer_.clear();
  }
  return exit_status_;
}

bool Process::has_network() {
  if (report_.is_open()) take_report();
  return has_network_;
}

std::optional<pid_t> Process::id() {
  if (report_.is_open()) take_report();
  return program_;
}

void Process::limit_processor_time(int seconds) {
  if (id()) schiri::limit_processor_time(*program_, seconds);
}

}  // namespace schiri
