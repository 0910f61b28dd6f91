#pragma once

#include <array>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/message.h"
#include "core/match/player.h"
#include "core/process/process.h"
#include "core/ugi/protocol.h"

/// A running UGI program: sending lines, waiting for answers with timeouts, and the log of the last
/// lines.
namespace schiri {

/// The last lines of a conversation.
class Protocol {
 public:
  void sent(std::string_view line) { add("> ", line); }
  void came(std::string_view line) { add("< ", line); }
  std::string text() const;

 private:
  static constexpr std::size_t most = output_limits::protocol_lines;

  void add(std::string_view mark, std::string_view line);

  std::array<std::string, most> lines_;  // in a ring
  std::size_t added_ = 0;
};

/// A program that was started to speak UGI, and the last lines exchanged. Faults of the program are
/// thrown as PlayerFailure, after which the conversation is over, other faults as
/// InfrastructureError. Every wait has a timeout, and a requested stop ends it.
class UgiConversation {
 public:
  using TimePoint = Process::TimePoint;

  /// The end of a wait, and the message on timeout: `did not answer ...`, with the expected line if
  /// the message needs it.
  struct Timeout {
    TimePoint end;
    Message overtime;
    std::string_view awaited = "";
  };

  /// The listener, which may be empty, receives each line that is sent or received.
  UgiConversation(const Process::Options& options, std::chrono::milliseconds watchdog,
                  LineListener listener = {});

  /// The timeout of the watchdog, from now.
  Timeout watchdog(std::string_view awaited = "") const;

  /// Sends `ugi` and reads until `ugiok`.
  void introduce(const std::stop_token& stop);
  bool is_introduced() const { return introduced_; }
  const std::string& name() const { return name_; }
  /// The options that the program has announced, up to `output_limits::introduction` bytes.
  const std::vector<ugi::UgiOption>& options() const { return options_; }
  /// As find_option() finds it.
  const ugi::UgiOption* option(std::string_view name) const {
    return ugi::find_option(options_, name);
  }

  void send(std::string_view line, const std::stop_token& stop) { send({line}, stop); }
  /// Sends lines at once.
  void send(std::initializer_list<std::string_view> lines, const std::stop_token& stop) {
    send(std::span(lines.begin(), lines.size()), stop);
  }
  void send(std::span<const std::string_view> lines, const std::stop_token& stop);
  /// Sends `isready` and waits for `readyok`. Returns how long that took, less the time in which
  /// this process was descheduled.
  std::chrono::nanoseconds make_ready(const std::stop_token& stop);
  /// Waits for a line with this first word and passes others to the listener. Nullopt if stopped.
  using Listener = std::function<void(std::string_view)>;
  std::optional<Process::Reading> wait_for(std::string_view word, const Timeout& timeout,
                                           const std::stop_token& stop, const Listener& listener);

  /// Discards unread lines; one that is already written may come later. Returns whether there was
  /// one with this first word.
  bool discard_unread(std::string_view word);

  Process& process() { return process_; }
  Protocol& protocol() { return protocol_; }
  /// Kills the program and returns the end of its output.
  OutputTail output_tail();

 private:
  void sent(std::string_view line);
  void came(std::string_view line);
  [[noreturn]] void fail(Process::Event event, const Timeout& timeout,
                         const std::string& miswritten = "");
  [[noreturn]] void fail_closed(bool is_output);
  /// Why the program has not answered in time, if that can be found out: it is slow, or it does not
  /// flush its output and so keeps the lines until it ends, which closing its input brings about.
  std::optional<Message> find_delay(std::string_view word, const Message& overtime,
                                    const std::stop_token& stop);
  bool answers_until(TimePoint end, std::string_view word, const std::stop_token& stop);
  void take_introduction(std::string_view line);

  Process process_;
  std::chrono::milliseconds watchdog_;
  Message watchdog_text_;
  std::string outgoing_;
  Protocol protocol_;
  LineListener listener_;
  std::vector<ugi::UgiOption> options_;
  std::string name_;
  std::size_t introduction_ = 0;  // the size of name and options in bytes
  bool introduced_ = false;
};

}  // namespace schiri
