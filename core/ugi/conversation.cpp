#include "core/ugi/conversation.h"

#include <sys/wait.h>

#include <algorithm>

#include "core/base/characters.h"
#include "core/base/message.h"
#include "core/match/terms.h"

namespace schiri {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

/// How many lines a program may write before it answers.
constexpr int most_lines_unanswered = 1'000'000;
/// How long a program that has closed its output may take to end, so that its status is known.
constexpr milliseconds patience_at_end{1000};

/// The bytes that an option takes.
std::size_t bytes_of(const ugi::UgiOption& option) {
  std::size_t bytes = sizeof option + option.name.size() + option.default_value.size();
  for (const std::string& choice : option.choices) bytes += 2 * sizeof choice + choice.size();
  return bytes;
}

/// Is this a word that begins an answer in UGI, but for the case of its letters?
bool is_miswritten(std::string_view word) {
  constexpr std::string_view words[] = {"info",   "bestmove", "readyok", "ugiok",
                                        "option", "id",       "response"};
  return std::any_of(std::begin(words), std::end(words), [&](std::string_view known) {
    return word != known && equal_ignoring_case(word, known);
  });
}

/// Adds what may explain a timeout, if a word was miswritten.
Message explained(const Message& failure, const std::string& miswritten) {
  if (miswritten.empty()) return failure;
  return message("{0}; wrote {1}: words of UGI are lower case", failure, miswritten);
}

Message overtime_of(const UgiConversation::Timeout& timeout) {
  if (timeout.awaited.empty()) return timeout.overtime;
  return message("{0} ({1})", timeout.overtime, timeout.awaited);
}

}  // namespace

void Protocol::add(std::string_view mark, std::string_view line) {
  constexpr std::size_t longest = output_limits::protocol_line;
  std::string& entry = lines_[added_++ % most];
  entry = mark;
  entry += line.substr(0, longest);
  if (line.size() > longest) entry += "...";
}

std::string Protocol::text() const {
  std::string text;
  for (std::size_t i = added_ > most ? added_ - most : 0; i < added_; ++i) {
    text += lines_[i % most] + '\n';
  }
  return text;
}

UgiConversation::UgiConversation(const Process::Options& options,
                                 std::chrono::milliseconds watchdog, LineListener listener)
    : process_(options),
      watchdog_(watchdog),
      watchdog_text_(watchdog_text(watchdog)),
      listener_(std::move(listener)) {}

void UgiConversation::sent(std::string_view line) {
  protocol_.sent(line);
  if (listener_) listener_(true, line);
}

void UgiConversation::came(std::string_view line) {
  protocol_.came(line);
  if (listener_) listener_(false, line);
}

UgiConversation::Timeout UgiConversation::watchdog(std::string_view awaited) const {
  return {steady_clock::now() + watchdog_, watchdog_text_, awaited};
}

OutputTail UgiConversation::output_tail() {
  process_.kill();
  return {process_.last_errors(), protocol_.text()};
}

void UgiConversation::fail_closed(bool is_output) {
  const auto status = process_.exit_status(steady_clock::now() + patience_at_end);
  if (process_.was_refused_by_system()) throw InfrastructureError(process_.refusal());
  if (!process_.refusal().empty()) {
    throw PlayerFailure(Termination::crash,
                        message("could not be started: {0}", process_.refusal()));
  }
  if (process_.lost_supervisor()) {
    throw PlayerFailure(Termination::crash, message("has killed its supervisor process"));
  }
  if (!status) {
    throw PlayerFailure(Termination::disconnect,
                        is_output ? message("closed its output") : message("closed its input"));
  }
  if (process_.exceeded_memory())
    throw PlayerFailure(Termination::crash, message("used more memory than it is allowed"));
  const bool orderly = WIFEXITED(*status) && WEXITSTATUS(*status) == 0;
  const Message exit = describe_exit(*status);
  throw PlayerFailure(orderly ? Termination::disconnect : Termination::crash,
                      introduced_ ? exit : message("{0} before it had answered 'ugi'", exit));
}

void UgiConversation::fail(Process::Event event, const Timeout& timeout,
                           const std::string& miswritten) {
  if (event == Process::Event::closed) fail_closed(true);
  if (event == Process::Event::overlong) {
    throw PlayerFailure(Termination::time_forfeit,
                        message("wrote a line that is too long, of more than {0} bytes",
                                output_limits::longest_line));
  }
  throw PlayerFailure(Termination::time_forfeit, explained(overtime_of(timeout), miswritten));
}

void UgiConversation::send(std::span<const std::string_view> lines, const std::stop_token& stop) {
  outgoing_.clear();
  for (const std::string_view line : lines) {
    sent(line);
    outgoing_ += line;
    outgoing_ += '\n';
  }
  const Timeout timeout = watchdog();
  const auto event = process_.write(outgoing_, timeout.end, stop);
  if (event == Process::Event::closed) fail_closed(false);
  if (event != Process::Event::line && event != Process::Event::stopped) fail(event, timeout);
}

std::optional<Process::Reading> UgiConversation::wait_for(std::string_view word,
                                                          const Timeout& timeout,
                                                          const std::stop_token& stop,
                                                          const Listener& listener) {
  std::string miswritten;
  for (int lines = 0; lines < most_lines_unanswered; ++lines) {
    Process::Reading reading = process_.read_line(timeout.end, stop);
    if (reading.event == Process::Event::stopped) return std::nullopt;
    if (reading.event == Process::Event::deadline && !timeout.awaited.empty()) {
      if (auto delay = find_delay(word, overtime_of(timeout), stop)) {
        throw PlayerFailure(Termination::time_forfeit, std::move(*delay));
      }
    }
    if (reading.event != Process::Event::line) fail(reading.event, timeout, miswritten);
    came(reading.line);
    const std::string_view first = ugi::first_word(reading.line);
    if (first == word) return reading;
    const bool is_awaited = equal_ignoring_case(first, word);
    if (is_awaited || (miswritten.empty() && is_miswritten(first))) miswritten = first;
    if (listener) listener(reading.line);
  }
  throw PlayerFailure(
      Termination::time_forfeit,
      explained(message("wrote {0} lines without an answer", most_lines_unanswered), miswritten));
}

bool UgiConversation::answers_until(TimePoint end, std::string_view word,
                                    const std::stop_token& stop) {
  for (int lines = 0; lines < most_lines_unanswered; ++lines) {
    const Process::Reading reading = process_.read_line(end, stop);
    if (reading.event != Process::Event::line) return false;
    came(reading.line);
    if (ugi::first_word(reading.line) == word) return true;
  }
  return false;
}

std::optional<Message> UgiConversation::find_delay(std::string_view word, const Message& overtime,
                                                   const std::stop_token& stop) {
  // A program that ends at the end of its input answers at once, however slow its start is.
  constexpr milliseconds prompt{300};
  const bool is_slow = answers_until(steady_clock::now() + patience_at_end, word, stop);
  const auto closed = steady_clock::now();
  if (!is_slow) {
    process_.ask_to_end("");
    if (!answers_until(closed + patience_at_end, word, stop)) return std::nullopt;
  }
  if (is_slow || steady_clock::now() - closed > prompt) {
    return message("{0}; --watchdog N waits longer", overtime);
  }
  return message("{0}; the answer came when its input was closed: flush the output after each line",
                 overtime);
}

bool UgiConversation::discard_unread(std::string_view word) {
  bool was_there = false;
  process_.discard_input([&](std::string_view line) {
    came(line);
    was_there |= ugi::first_word(line) == word;
  });
  return was_there;
}

void UgiConversation::take_introduction(std::string_view line) {
  const std::string_view kind = ugi::first_word(line);
  if (kind == "id" && ugi::first_word(ugi::after_words(line, 1)) == "name") {
    if (const auto name = ugi::after_words(line, 2); !name.empty()) {
      name_ = name.substr(0, output_limits::protocol_line);
    }
  }
  // Reading an option takes several times its text.
  if (kind != "option" || introduction_ + line.size() > output_limits::introduction) return;
  auto option = ugi::read_option(line);
  if (!option || introduction_ + bytes_of(*option) > output_limits::introduction) return;
  introduction_ += bytes_of(*option);
  options_.push_back(std::move(*option));
}

void UgiConversation::introduce(const std::stop_token& stop) {
  send("ugi", stop);
  const auto listener = [this](std::string_view line) { take_introduction(line); };
  introduced_ = wait_for("ugiok", watchdog("ugiok"), stop, listener).has_value();
}

std::chrono::nanoseconds UgiConversation::make_ready(const std::stop_token& stop) {
  send("isready", stop);
  const auto asked = process_.written();
  const auto answer = wait_for("readyok", watchdog("readyok"), stop, nullptr);
  if (!answer) return {};
  return std::max(answer->arrival - asked - process_.descheduled(), std::chrono::nanoseconds{});
}

}  // namespace schiri
