#include "core/match/ugi_conversation.h"

#include <sys/wait.h>

#include <algorithm>
#include <cctype>

#include "core/match/terms.h"

namespace schiri {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

/// How many lines a program may write before it answers.
constexpr int most_lines = 1'000'000;
/// How long one that has closed its output is given to end, so that its status is known.
constexpr milliseconds patience_at_end{1000};

bool same_word(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace

void Protocol::add(std::string_view mark, std::string_view line) {
  constexpr std::size_t most = 40, longest = 500;
  std::string entry(mark);
  entry += line.substr(0, longest);
  if (line.size() > longest) entry += "...";
  lines_.push_back(std::move(entry));
  if (lines_.size() > most) lines_.pop_front();
}

std::string Protocol::text() const {
  std::string text;
  for (const std::string& line : lines_) text += line + '\n';
  return text;
}

UgiConversation::Patience UgiConversation::watchdog(std::string_view awaited) const {
  std::string overtime = watchdog_text(watchdog_);
  if (!awaited.empty()) overtime += " (" + std::string(awaited) + ")";
  return {steady_clock::now() + watchdog_, std::move(overtime)};
}

const ugi::Option* UgiConversation::option(std::string_view name) const {
  for (const ugi::Option& option : options_) {
    if (same_word(option.name, name)) return &option;
  }
  return nullptr;
}

LastWords UgiConversation::last_words() {
  process_.kill();
  return {process_.last_errors(), protocol_.text()};
}

void UgiConversation::fail_closed() {
  const auto status = process_.exit_status(steady_clock::now() + patience_at_end);
  if (!process_.refusal().empty()) {
    throw PlayerFailure("crash", "could not be started: " + process_.refusal());
  }
  if (!status) throw PlayerFailure("disconnect", "closed its output");
  const bool orderly = WIFEXITED(*status) && WEXITSTATUS(*status) == 0;
  throw PlayerFailure(
      orderly ? "disconnect" : "crash",
      describe_exit(*status) + (introduced_ ? "" : " before it had answered 'ugi'"));
}

void UgiConversation::fail(Process::Event event, const std::string& overtime) {
  if (event == Process::Event::closed) fail_closed();
  if (event == Process::Event::overlong) {
    throw PlayerFailure("time forfeit", "wrote without ever ending a line");
  }
  throw PlayerFailure("time forfeit", overtime);
}

void UgiConversation::send(const std::string& line, const std::stop_token& stop) {
  protocol_.sent(line);
  const Patience patience = watchdog();
  const auto event = process_.write(line + '\n', patience.end, stop);
  if (event != Process::Event::line && event != Process::Event::stopped) {
    fail(event, patience.overtime);
  }
}

std::optional<Process::Reading> UgiConversation::wait_for(std::string_view word,
                                                          const Patience& patience,
                                                          const std::stop_token& stop,
                                                          const Listener& listener) {
  for (int lines = 0; lines < most_lines; ++lines) {
    Process::Reading reading = process_.read_line(patience.end, stop);
    if (reading.event == Process::Event::stopped) return std::nullopt;
    if (reading.event != Process::Event::line) fail(reading.event, patience.overtime);
    protocol_.came(reading.line);
    if (ugi::first_word(reading.line) == word) return reading;
    if (listener) listener(reading.line);
  }
  throw PlayerFailure("time forfeit",
                      "wrote " + std::to_string(most_lines) + " lines without an answer");
}

void UgiConversation::take_introduction(const std::string& line) {
  constexpr std::size_t most_options = 1000;
  const auto words = ugi::words(line);
  if (words.size() > 2 && words[0] == "id" && words[1] == "name") name_ = ugi::after_words(line, 2);
  if (options_.size() >= most_options) return;
  if (auto option = ugi::read_option(line)) options_.push_back(std::move(*option));
}

void UgiConversation::introduce(const std::stop_token& stop) {
  send("ugi", stop);
  const auto listener = [this](const std::string& line) { take_introduction(line); };
  introduced_ = wait_for("ugiok", watchdog("ugiok"), stop, listener).has_value();
}

void UgiConversation::make_ready(const std::stop_token& stop) {
  send("isready", stop);
  wait_for("readyok", watchdog("readyok"), stop, nullptr);
}

}  // namespace schiri
