#include "core/match/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "core/match/player.h"
#include "core/match/quiet_pipes.h"

namespace schiri {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

/// How long a request to stop may go unnoticed.
constexpr milliseconds slice{20};
constexpr std::size_t errors_kept = 8192;
/// A program that writes instead of reading is not listened to beyond this.
constexpr std::size_t most_buffered = 4 * Process::longest_line;

std::string error_text(int error) { return std::generic_category().message(error); }

void make_nonblocking(const Descriptor& descriptor) {
  fcntl(descriptor.number(), F_SETFL, fcntl(descriptor.number(), F_GETFL) | O_NONBLOCK);
}

/// Writes to a pipe that nobody may read any more, without the signal that comes of it: this
/// program's own output keeps that signal's usual meaning.
ssize_t write_quietly(int descriptor, const char* data, std::size_t size) {
  if (QuietPipes::on_this_thread()) return ::write(descriptor, data, size);
  sigset_t pipe_signal, before;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
  const ssize_t written = ::write(descriptor, data, size);
  const int error = errno;
  if (written < 0 && error == EPIPE && !sigismember(&before, SIGPIPE)) {
    const timespec at_once{};
    sigtimedwait(&pipe_signal, nullptr, &at_once);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return written;
}

/// Whole milliseconds until then, rounded up; a slice at most.
int poll_time(Process::TimePoint until) {
  const auto left = std::chrono::ceil<milliseconds>(until - steady_clock::now());
  return static_cast<int>(std::clamp(left, milliseconds{0}, slice).count());
}

/// Does an error of starting a program say that the system has nothing left to give?
bool is_want_of_system(int error, bool has_memory_limit) {
  if (error == ENOMEM) return !has_memory_limit;
  return error == EAGAIN || error == EMFILE || error == ENFILE || error == ENOBUFS ||
         error == EIO || error == ENOSPC;
}

bool waited_for(pid_t process, int flags) {
  pid_t ended = 0;
  do ended = waitpid(process, nullptr, flags);
  while (ended < 0 && errno == EINTR);
  return ended != 0;
}

}  // namespace

namespace {

thread_local int quiet_pipes = 0;

void set_pipe_signal(int how) {
  sigset_t pipe_signal;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  pthread_sigmask(how, &pipe_signal, nullptr);
}

}  // namespace

QuietPipes::QuietPipes() {
  if (quiet_pipes++ == 0) set_pipe_signal(SIG_BLOCK);
}

QuietPipes::~QuietPipes() {
  if (--quiet_pipes > 0) return;
  // One that has come meanwhile has been handled.
  sigset_t pipe_signal;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  const timespec at_once{};
  sigtimedwait(&pipe_signal, nullptr, &at_once);
  set_pipe_signal(SIG_UNBLOCK);
}

bool QuietPipes::on_this_thread() { return quiet_pipes > 0; }

Pipe::Pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    throw SurroundingsFailure("no pipe can be made: " + error_text(errno));
  }
  read = Descriptor(ends[0]);
  write = Descriptor(ends[1]);
}

void Tail::add(std::string_view text) {
  if (text.size() > most_) text.remove_prefix(text.size() - most_);
  if (text_.size() + text.size() > most_) text_.erase(0, text_.size() + text.size() - most_);
  text_ += text;
}

namespace {

/// Splits a command line at blanks, as a shell would; nothing if it holds what only a shell can
/// do, or a quote that is not closed.
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
    if (!literal && c == '\\' && i + 1 < command.size()) {
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

}  // namespace

std::vector<std::string> command_words(const std::string& command) {
  if (auto words = plain_words(command)) return *words;
  return {"/bin/sh", "-c", command};
}

std::string describe_exit(int status) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    return "was ended by signal " + std::to_string(signal) + " (" + strsignal(signal) + ")";
  }
  return "ended with status " + std::to_string(WEXITSTATUS(status));
}

Process::Process(const Options& options)
    : name_(options.command),
      has_memory_limit_(options.memory.has_value()),
      errors_tail_(errors_kept) {
  std::vector<std::string> words = command_words(options.command);
  if (words.empty()) throw ProcessError("the command is empty");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);

  Pipe input, output, errors, control, report;
  supervisor_ =
      launch({arguments.data(), options.directory.empty() ? nullptr : options.directory.c_str(),
              options.memory},
             {input.read.number(), output.write.number(), errors.write.number(),
              control.read.number(), report.write.number()});
  if (supervisor_ < 0) throw SurroundingsFailure("no process can be made: " + error_text(errno));
  input_ = std::move(input.write);
  output_ = std::move(output.read);
  errors_ = std::move(errors.read);
  control_ = std::move(control.write);
  report_ = std::move(report.read);
  for (const Descriptor* end : {&input_, &output_, &errors_, &report_}) make_nonblocking(*end);
}

Process::~Process() { kill(); }

void Process::take_report() {
  LaunchReport report{};
  ssize_t size = 0;
  while ((size = ::read(report_.number(), &report, sizeof report)) == sizeof report) {
    switch (report.kind) {
      case LaunchReport::Kind::refused:
        refusal_ = name_ + ": " + error_text(report.value);
        refused_by_system_ = is_want_of_system(report.value, has_memory_limit_);
        break;
      case LaunchReport::Kind::no_directory:
        refusal_ = "its directory cannot be entered: " + error_text(report.value);
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
  if (size == 0) report_.close();
}

void Process::take_errors() {
  char chunk[4096];
  // Not until it is empty: a program may write without end.
  for (int i = 0; i < 64 && errors_.is_open(); ++i) {
    const ssize_t size = ::read(errors_.number(), chunk, sizeof chunk);
    if (size == 0) errors_.close();
    if (size <= 0) return;
    errors_tail_.add({chunk, static_cast<std::size_t>(size)});
  }
}

void Process::take_output() {
  if (at_ > 0) {
    buffer_.erase(0, at_);
    searched_ -= std::min(searched_, at_);
    at_ = 0;
  }
  char chunk[std::size_t{1} << 15];
  const ssize_t size = ::read(output_.number(), chunk, sizeof chunk);
  if (size > 0) {
    arrival_ = steady_clock::now();
    buffer_.append(chunk, static_cast<std::size_t>(size));
  }
  if (size == 0) output_.close();
}

/// As poll(), and notes if that takes far longer than a machine with much to do keeps a process
/// waiting.
int Process::wait_for(std::span<pollfd> events, int milliseconds_at_most) {
  constexpr milliseconds unusual{1000};
  const auto begin = steady_clock::now();
  const int ready = poll(events.data(), events.size(), milliseconds_at_most);
  const auto waited = steady_clock::now() - begin;
  if (waited > unusual) standstill_ += waited;
  return ready;
}

/// Waits a while for output alone, which is quicker; whoever writes errors as well is heard, too.
bool Process::watch_output(TimePoint until) {
  if (buffer_.size() - at_ >= most_buffered) return false;
  pollfd events[] = {{output_.number(), POLLIN, 0}, {errors_.number(), POLLIN, 0}};
  // A shorter wait would set the clock's next interrupt each time, which takes long.
  if (wait_for(events, poll_time(until)) <= 0) return false;
  if (events[1].revents) take_errors();
  if (events[0].revents) take_output();
  return true;
}

/// Waits until something happens that was asked for, or anything else does.
void Process::watch(TimePoint until, Wanted wanted) {
  const bool listening = buffer_.size() - at_ < most_buffered;
  pollfd events[] = {
      {listening ? output_.number() : -1, POLLIN, 0},
      {errors_.number(), POLLIN, 0},
      {report_.number(), POLLIN, 0},
      {wanted == Wanted::input ? input_.number() : -1, POLLOUT, 0},
  };
  if (wait_for(events, poll_time(until)) <= 0) return;
  if (events[1].revents) take_errors();
  if (events[2].revents) take_report();
  if (events[0].revents) take_output();
}

std::optional<std::string> Process::take_line() {
  const std::size_t end = buffer_.find('\n', std::max(searched_, at_));
  if (end == buffer_.npos) {
    searched_ = buffer_.size();
    return std::nullopt;
  }
  std::size_t size = end - at_;
  if (size > 0 && buffer_[at_ + size - 1] == '\r') --size;
  std::string line = buffer_.substr(at_, size);
  at_ = end + 1;
  return line;
}

Process::Event Process::write(std::string_view text, TimePoint deadline,
                              const std::stop_token& stop) {
  while (!text.empty()) {
    if (stop.stop_requested()) return Event::stopped;
    if (!input_.is_open() || has_ended()) return Event::closed;
    const ssize_t size = write_quietly(input_.number(), text.data(), text.size());
    if (size > 0) {
      text.remove_prefix(static_cast<std::size_t>(size));
    } else if (errno == EAGAIN || errno == EINTR) {
      if (steady_clock::now() >= deadline) return Event::deadline;
      watch(deadline, Wanted::input);
    } else {
      input_.close();
      return Event::closed;
    }
  }
  return Event::line;
}

Process::Reading Process::read_line(TimePoint deadline, const std::stop_token& stop) {
  for (bool is_quick = true;;) {
    if (stop.stop_requested()) return {Event::stopped, {}, {}};
    if (auto line = take_line()) {
      if (arrival_ > deadline) return {Event::deadline, {}, arrival_};
      return {Event::line, std::move(*line), arrival_};
    }
    if (is_overlong()) return {Event::overlong, {}, arrival_};
    if (!output_.is_open()) {
      // Whoever could not be started has told so before.
      if (report_.is_open()) take_report();
      return {Event::closed, {}, arrival_};
    }
    if (has_ended()) {
      // What it wrote before its end still counts.
      const std::size_t before = buffer_.size() - at_;
      take_output();
      if (buffer_.size() == before) return {Event::closed, {}, arrival_};
      continue;
    }
    if (steady_clock::now() >= deadline) {
      take_errors();
      return {Event::deadline, {}, {}};
    }
    // Once: what is written to standard error meanwhile must be taken, too.
    if (std::exchange(is_quick, false) && watch_output(deadline)) continue;
    watch(deadline, Wanted::output);
  }
}

void Process::discard_input() {
  // A program that writes without end is stopped elsewhere.
  for (int i = 0; i < 64 && output_.is_open(); ++i) {
    buffer_.clear();
    at_ = searched_ = 0;
    take_output();
    if (buffer_.empty()) return;
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
  // Its supervisor sees that nobody holds this end any more.
  control_.close();
  input_.close();
  output_.close();
  constexpr milliseconds patience{5000};
  const auto deadline = steady_clock::now() + patience;
  while (report_.is_open() && steady_clock::now() < deadline) watch(deadline, Wanted::output);
  bool ended = false;
  while (!(ended = waited_for(supervisor_, WNOHANG)) && steady_clock::now() < deadline) {
    poll(nullptr, 0, 1);
  }
  if (!ended) {
    ::kill(supervisor_, SIGKILL);
    waited_for(supervisor_, 0);
  }
  take_errors();
  supervisor_ = -1;
}

std::optional<int> Process::exit_status(TimePoint deadline) {
  // What it writes meanwhile must not hold it up.
  while (!exit_status_ && report_.is_open() && steady_clock::now() < deadline) {
    watch(deadline, Wanted::output);
    if (buffer_.size() - at_ > longest_line) at_ = buffer_.size();
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
  clockid_t clock{};
  timespec used{};
  if (!id() || clock_getcpuclockid(*program_, &clock) != 0) return;
  if (clock_gettime(clock, &used) != 0) return;
  const rlim_t most = static_cast<rlim_t>(used.tv_sec + seconds + 1);
  rlimit limits{};
  if (prlimit(*program_, RLIMIT_CPU, nullptr, &limits) != 0) return;
  limits.rlim_cur = std::min(most, limits.rlim_max);
  prlimit(*program_, RLIMIT_CPU, &limits, nullptr);
}

}  // namespace schiri
