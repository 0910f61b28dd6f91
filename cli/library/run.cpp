// Commands, and functions as bots in them.
#include <locale.h>
#include <pthread.h>
#include <signal.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <clocale>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <streambuf>
#include <system_error>
#include <thread>

#include "cli/app.h"
#include "cli/library/handles.h"
#include "cli/line/command.h"
#include "cli/print/console.h"
#include "cli/tournament/play.h"
#include "core/ugi/protocol.h"
#include "notation/records/source/byte_source.h"
#include "notation/text/printable.h"

using namespace schiri;
using namespace schiri::library;

namespace {

/// Is this thread one of a command, or does it serve one?
thread_local bool is_in_command = false;

class InCommand {
 public:
  InCommand() { is_in_command = true; }
  InCommand(const InCommand&) = delete;
  InCommand& operator=(const InCommand&) = delete;
  ~InCommand() { is_in_command = before_; }

 private:
  bool before_ = is_in_command;
};

/// How often a sink is called without output.
constexpr auto tick = std::chrono::milliseconds(50);

/// What a command and its caller, each on a thread, exchange.
class Exchange {
 public:
  Exchange(schiri_source source, schiri_sink sink, void* data)
      : source_(source), sink_(sink), data_(data) {}

  const void* data() const { return data_; }
  const std::atomic<bool>& is_stopped() const { return is_stopped_; }
  void stop() { is_stopped_ = true; }

  // --- on the command's threads

  /// Hands output over; waits for the caller where much is not taken yet.
  void write(int stream, const char* bytes, std::size_t size) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return waiting_ < most_waiting; });
    waiting_ += size;
    if (!output_.empty() && output_.back().stream == stream) {
      output_.back().bytes.append(bytes, size);
    } else {
      output_.push_back({stream, std::string(bytes, size)});
    }
    changed_.notify_all();
  }
  /// Lets the caller read. Throws std::system_error.
  std::size_t read(char* bytes, std::size_t size) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !room_; });
    room_ = bytes;
    room_size_ = size;
    read_.reset();
    changed_.notify_all();
    changed_.wait(lock, [&] { return read_.has_value(); });
    const std::int64_t read = *read_;
    room_ = nullptr;
    changed_.notify_all();
    lock.unlock();
    cli::console::leave_if_interrupted();
    if (read >= 0 && static_cast<std::size_t>(read) <= size) return static_cast<std::size_t>(read);
    throw std::system_error(EIO, std::generic_category(), "standard input");
  }
  void end() {
    const std::lock_guard lock(mutex_);
    is_ended_ = true;
    changed_.notify_all();
  }

  // --- on the caller's

  /// Lets the sink stop the command.
  void tell_time() { hand_on(SCHIRI_ERR, ""); }
  /// Serves the command until it ends.
  void serve() {
    using Clock = std::chrono::steady_clock;
    std::unique_lock lock(mutex_);
    auto due = Clock::now() + tick;  // of a call without output
    while (true) {
      changed_.wait_until(lock, due,
                          [&] { return is_ended_ || !output_.empty() || wants_input(); });
      if (!output_.empty()) {
        const Output taken = std::move(output_.front());
        output_.pop_front();
        lock.unlock();
        hand_on(taken.stream, taken.bytes);
        lock.lock();
        waiting_ -= taken.bytes.size();
        changed_.notify_all();
        due = Clock::now() + tick;
      } else if (is_ended_) {
        return;
      } else if (Clock::now() >= due) {  // also if the command reads all the time
        lock.unlock();
        tell_time();
        lock.lock();
        due = Clock::now() + tick;
      } else if (wants_input()) {
        lock.unlock();
        // One that is stopped would read an endless input for ever.
        const std::int64_t read = is_stopped_ ? -1
                                  : source_   ? source_(room_, room_size_, data_)
                                              : 0;
        lock.lock();
        read_ = read;
        changed_.notify_all();
      }
    }
  }

 private:
  static constexpr std::size_t most_waiting = std::size_t{1} << 20;

  struct Output {
    int stream;
    std::string bytes;
  };

  bool wants_input() const { return room_ && !read_; }

  void hand_on(int stream, const std::string& bytes) {
    if (!sink_ || is_refused_) return;
    if (sink_(stream, bytes.data(), bytes.size(), data_) == 0) return;
    is_refused_ = true;
    stop();
  }

  const schiri_source source_;
  const schiri_sink sink_;
  void* const data_;
  std::atomic<bool> is_stopped_ = false;
  bool is_refused_ = false;  ///< by the sink, on the caller's thread
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Output> output_;
  std::size_t waiting_ = 0;  ///< bytes that the sink has not taken
  char* room_ = nullptr;     ///< for what is read
  std::size_t room_size_ = 0;
  std::optional<std::int64_t> read_;
  bool is_ended_ = false;
};

/// One of the command's output streams. Several threads may write.
class OutputBuffer final : public std::streambuf {
 public:
  OutputBuffer(Exchange& exchange, int stream) : exchange_(exchange), stream_(stream) {}

 private:
  int_type overflow(int_type c) override {
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    const char byte = traits_type::to_char_type(c);
    return xsputn(&byte, 1) == 1 ? c : traits_type::eof();
  }
  std::streamsize xsputn(const char* bytes, std::streamsize size) override {
    if (stream_ == SCHIRI_OUT) cli::console::leave_if_interrupted();
    exchange_.write(stream_, bytes, static_cast<std::size_t>(size));
    return size;
  }

  Exchange& exchange_;
  const int stream_;
};

class InputBuffer final : public std::streambuf {
 public:
  explicit InputBuffer(Exchange& exchange) : exchange_(exchange) {}

 private:
  int_type underflow() override {
    const std::size_t size = exchange_.read(room_.data(), room_.size());
    setg(room_.data(), room_.data(), room_.data() + size);
    return size ? traits_type::to_int_type(room_[0]) : traits_type::eof();
  }

  Exchange& exchange_;
  std::array<char, 1 << 12> room_{};
};

/// While it lives, this thread and those that it starts handle no signals: not those of the host,
/// and a pipe without a reader is an error of writing.
class NoSignals {
 public:
  NoSignals() {
    sigset_t all;
    sigfillset(&all);
    for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP}) sigdelset(&all, fault);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  NoSignals(const NoSignals&) = delete;
  NoSignals& operator=(const NoSignals&) = delete;
  ~NoSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_;
};

/// While it lives, this thread has the locale of a program that sets none.
class PlainLocale {
 public:
  PlainLocale() : plain_(newlocale(LC_ALL_MASK, "C", nullptr)) {
    if (plain_) before_ = uselocale(plain_);
  }
  PlainLocale(const PlainLocale&) = delete;
  PlainLocale& operator=(const PlainLocale&) = delete;
  ~PlainLocale() {
    if (!plain_) return;
    uselocale(before_);
    freelocale(plain_);
  }

 private:
  locale_t plain_;
  locale_t before_ = nullptr;
};

/// The commands that run or wait.
class Exchanges {
 public:
  void add(Exchange& one) {
    const std::lock_guard lock(mutex_);
    all_.push_back(&one);
  }
  void remove(Exchange& one) {
    const std::lock_guard lock(mutex_);
    std::erase(all_, &one);
  }
  void stop(const void* data) {
    const std::lock_guard lock(mutex_);
    for (Exchange* const one : all_) {
      if (one->data() == data) one->stop();
    }
  }

 private:
  std::mutex mutex_;
  std::vector<Exchange*> all_;
};

Exchanges& exchanges() {
  static Exchanges all;
  return all;
}

/// A command among those of exchanges().
class Listed {
 public:
  explicit Listed(Exchange& exchange) : exchange_(exchange) { exchanges().add(exchange_); }
  Listed(const Listed&) = delete;
  Listed& operator=(const Listed&) = delete;
  ~Listed() { exchanges().remove(exchange_); }

 private:
  Exchange& exchange_;
};

/// Runs the command on its thread.
int run_here(Exchange& exchange, const std::vector<std::string>& words) {
  const InCommand here;
  const PlainLocale plain;
  InputBuffer input(exchange);
  OutputBuffer output(exchange, SCHIRI_OUT), errors(exchange, SCHIRI_ERR);
  const cli::console::Visit visit({input, output, errors, exchange.is_stopped()});
  set_standard_input([&](char* bytes, std::size_t size) { return exchange.read(bytes, size); });
  int status = 0;
  try {
    status = cli::run_for_guest(words);
  } catch (...) {
    set_standard_input({});
    throw;
  }
  set_standard_input({});
  return status;
}

std::vector<std::string> words_of(const char* const* words, std::size_t count) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < count; ++i) {
    all.push_back(need_text((&need(words, "the words"))[i], "a word"));
  }
  return all;
}

/// A function of the caller as a player.
class FunctionPlayer final : public Player {
 public:
  FunctionPlayer(schiri_chooser choose, void* data, const GameType& type)
      : choose_(choose), data_(data), type_(type) {}

  void new_game(std::uint64_t seed) override {
    seed_ = seed;
    is_first_ = true;
  }
  Thought think(const Game& game, const Limits& limits, const std::stop_token& stop) override;

 private:
  const schiri_chooser choose_;
  void* const data_;
  const GameType& type_;
  std::uint64_t seed_ = 0;
  bool is_first_ = true;
};

/// A choice with its answer.
struct Choice : schiri_choice {
  const std::stop_token& stop;
  std::optional<std::string> turn = {};
  std::optional<std::string> failure = {};
};

Choice& choice_of(schiri_choice* choice) {
  return static_cast<Choice&>(need(choice, "the choice"));
}

Thought FunctionPlayer::think(const Game& game, const Limits& limits, const std::stop_token& stop) {
  const schiri_game copy{
      &type_, {std::string(game.variant()), game.start_position(), ""}, game.clone()};
  const std::string words = ugi::write_limits(limits);
  Choice choice{{&copy, words.c_str(), seed_, is_first_, 0}, stop};
  is_first_ = false;
  const InCommand here;
  choose_(&choice, data_);
  if (choice.failure) throw PlayerFailure(Termination::crash, printable(*choice.failure, 500));
  if (!choice.turn && !stop.stop_requested()) {
    throw PlayerFailure(Termination::crash, "has chosen no turn");
  }
  Thought thought;
  thought.turn = choice.turn.value_or("");
  return thought;
}

}  // namespace

int schiri_run(const char* const* words, size_t count, schiri_source source, schiri_sink sink,
               void* data) {
  return guarded(-1, [&] {
    static std::timed_mutex one_at_a_time;
    const auto all = words_of(words, count);
    if (is_in_command) {
      throw WrongUse("a command is running that this call is a part of; run it afterwards");
    }
    Exchange exchange(source, sink, data);
    const Listed listed(exchange);
    std::unique_lock lock(one_at_a_time, std::defer_lock);
    const InCommand here;
    while (!lock.try_lock_for(tick)) {
      exchange.tell_time();
      if (exchange.is_stopped()) return static_cast<int>(cli::ExitStatus::interrupted);
    }
    int status = 0;
    std::exception_ptr failure;
    std::thread command;
    {
      const NoSignals inherited;
      command = std::thread([&] {
        try {
          status = run_here(exchange, all);
        } catch (...) {
          failure = std::current_exception();
        }
        exchange.end();
      });
    }
    exchange.serve();
    command.join();
    if (failure) std::rethrow_exception(failure);
    return status;
  });
}

void schiri_run_stop(const void* data) { exchanges().stop(data); }

int schiri_bot_function(const char* name, schiri_chooser choose, void* data) {
  return guarded_status([&] {
    const std::string named = need_text(name, "the name of a function");
    if (!choose) return cli::set_function_bot(named, {});
    cli::set_function_bot(named, [choose, data](const GameType& type) -> std::unique_ptr<Player> {
      return std::make_unique<FunctionPlayer>(choose, data, type);
    });
  });
}

int schiri_choice_answer(schiri_choice* choice, const char* turn, const char* reason) {
  return guarded_status([&] {
    Choice& its = choice_of(choice);
    if (turn) {
      its.turn = turn;
    } else {
      its.failure = need_text(reason, "the reason");
    }
  });
}

int schiri_choice_is_stopped(const schiri_choice* choice) {
  return guarded(0, [&] {
    return int{static_cast<const Choice&>(need(choice, "the choice")).stop.stop_requested()};
  });
}
