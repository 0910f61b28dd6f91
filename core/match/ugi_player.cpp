#include "core/match/ugi_player.h"

#include <sys/wait.h>

#include <algorithm>
#include <cctype>

namespace schiri {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

/// How many lines a program may write before it answers.
constexpr int most_lines = 1'000'000;
/// How long one that has closed its output is given to end, so that its status is known.
constexpr milliseconds patience_at_end{1000};
constexpr milliseconds patience_after_quit{1000};
constexpr milliseconds patience_after_signal{250};

bool same_word(std::string_view a, std::string_view b) {
  const auto lower = [](unsigned char c) { return std::tolower(c); };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) {
    return lower(static_cast<unsigned char>(x)) == lower(static_cast<unsigned char>(y));
  });
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

UgiPlayer::UgiPlayer(const BotSpec& spec, UgiGame game, milliseconds watchdog)
    : spec_(spec), game_(std::move(game)), terms_(terms_of(spec)), watchdog_(watchdog) {}

UgiPlayer::~UgiPlayer() {
  if (!process_) return;
  retire();
  process_->end(patience_after_quit, patience_after_signal);
}

void UgiPlayer::retire() {
  if (process_) process_->ask_to_end("quit\n");
}

LastWords UgiPlayer::dismiss() {
  LastWords words{"", protocol_.text()};
  if (process_) {
    process_->kill();
    words.standard_error = process_->last_errors();
  }
  process_.reset();
  return words;
}

void UgiPlayer::fail_closed() {
  const auto status = process_->exit_status(steady_clock::now() + patience_at_end);
  if (!process_->refusal().empty()) {
    throw PlayerFailure("crash", "could not be started: " + process_->refusal());
  }
  if (!status) throw PlayerFailure("disconnect", "closed its output");
  const bool orderly = WIFEXITED(*status) && WEXITSTATUS(*status) == 0;
  throw PlayerFailure(
      orderly ? "disconnect" : "crash",
      describe_exit(*status) + (failed_to_start_ ? " before it had answered 'ugi'" : ""));
}

void UgiPlayer::fail(Process::Event event, const std::string& overtime) {
  if (event == Process::Event::closed) fail_closed();
  if (event == Process::Event::overlong) {
    throw PlayerFailure("time forfeit", "wrote without ever ending a line");
  }
  throw PlayerFailure("time forfeit", overtime);
}

void UgiPlayer::send(const std::string& line, const std::stop_token& stop, TimePoint deadline,
                     const std::string& overtime) {
  protocol_.sent(line);
  const auto event = process_->write(line + '\n', deadline, stop);
  if (event != Process::Event::line && event != Process::Event::stopped) fail(event, overtime);
}

void UgiPlayer::send_now(const std::string& line, const std::stop_token& stop) {
  send(line, stop, watchdog_end(), watchdog_text(watchdog_));
}

std::optional<Process::Reading> UgiPlayer::read(TimePoint deadline, const std::stop_token& stop,
                                                const std::string& overtime) {
  Process::Reading reading = process_->read_line(deadline, stop);
  if (reading.event == Process::Event::stopped) return std::nullopt;
  if (reading.event != Process::Event::line) fail(reading.event, overtime);
  protocol_.came(reading.line);
  return reading;
}

bool UgiPlayer::wait_for(std::string_view word, const std::stop_token& stop,
                         const std::function<void(const std::string&)>& other_line) {
  const TimePoint deadline = watchdog_end();
  const std::string overtime = watchdog_text(watchdog_) + " (" + std::string(word) + ")";
  for (int lines = 0; lines < most_lines; ++lines) {
    const auto reading = read(deadline, stop, overtime);
    if (!reading) return false;
    const auto words = ugi::words(reading->line);
    if (!words.empty() && words.front() == word) return true;
    other_line(reading->line);
  }
  throw PlayerFailure("time forfeit",
                      "wrote " + std::to_string(most_lines) + " lines without an answer");
}

const ugi::Option* UgiPlayer::announced(std::string_view name) const {
  for (const ugi::Option& option : options_) {
    if (same_word(option.name, name)) return &option;
  }
  return nullptr;
}

void UgiPlayer::take_introduction(const std::string& line) {
  constexpr std::size_t most_options = 1000;
  const auto words = ugi::words(line);
  if (words.size() > 2 && words[0] == "id" && words[1] == "name") {
    engine_name_ = ugi::after_words(line, 2);
  }
  if (options_.size() >= most_options) return;
  if (auto option = ugi::read_option(line)) options_.push_back(std::move(*option));
}

void UgiPlayer::set_options(const std::stop_token& stop) {
  const auto set = [&](std::string_view name, std::string_view value) {
    send_now(ugi::write_setting(name, value), stop);
  };
  if (const auto* game = announced("Game")) set(game->name, game_.name);
  if (const auto* variant = announced("Variant")) set(variant->name, game_.variant);
  for (const auto& [name, value] : spec_.options) set(name, value);
}

void UgiPlayer::introduce(const std::stop_token& stop) {
  options_.clear();
  send_now("ugi", stop);
  if (!wait_for("ugiok", stop, [this](const std::string& line) { take_introduction(line); })) {
    return;
  }
  failed_to_start_ = false;
  set_options(stop);
  send_now("isready", stop);
  wait_for("readyok", stop, [](const std::string&) {});
}

void UgiPlayer::start(const std::stop_token& stop) {
  if (process_) return;
  protocol_ = {};
  failed_to_start_ = true;
  try {
    process_ =
        std::make_unique<Process>(Process::Options{spec_.command, spec_.directory, spec_.memory});
  } catch (const ProcessError& error) {
    throw PlayerFailure("crash", std::string("could not be started: ") + error.what());
  }
  introduce(stop);
}

void UgiPlayer::set_seed(const std::stop_token& stop) {
  const auto* option = announced("Seed");
  if (option && !spec_.options.contains(option->name)) {
    send_now(ugi::write_setting(option->name, std::to_string(seed_)), stop);
  }
}

void UgiPlayer::make_ready(const std::stop_token& stop) {
  start(stop);
  if (stop.stop_requested()) return;
  if (spec_.cpu) process_->limit_processor_time(*spec_.cpu);
  set_seed(stop);
  send_now("uginewgame", stop);
  send_now("isready", stop);
  wait_for("readyok", stop, [](const std::string&) {});
}

ugi::Place UgiPlayer::place(const Game& game) const {
  ugi::Place place{std::nullopt, game.turns()};
  std::string start = game.start_position();
  // A program that knows nothing of variants takes `startpos` for the standard one's.
  const bool understood = game_.standard_variant || announced("Variant");
  if (start != game_.usual_start || !understood) place.start = std::move(start);
  return place;
}

UgiPlayer::TimePoint UgiPlayer::deadline_of(const Limits& limits, Side side) const {
  const auto now = steady_clock::now();
  std::optional<milliseconds> most = limits.move_time;
  if (limits.clocks) {
    const auto left = side == Side::white ? limits.clocks->white_time : limits.clocks->black_time;
    most = most ? std::min(*most, left) : left;
  }
  return now + (most ? *most + terms_.margin : watchdog_);
}

Thought UgiPlayer::think(const Game& game, const Limits& limits, const std::stop_token& stop) {
  const bool timed = limits.move_time || limits.clocks;
  const std::string overtime = timed ? overtime_text(terms_) : watchdog_text(watchdog_);
  process_->discard_input();
  send_now(ugi::write_place(place(game)), stop);
  send_now(ugi::write_limits(limits), stop);
  const auto begin = steady_clock::now();
  const TimePoint deadline = deadline_of(limits, game.side_to_move());
  Thought thought;
  for (int lines = 0; lines < most_lines; ++lines) {
    const auto reading = read(deadline, stop, overtime);
    if (!reading) return thought;
    if (auto turn = ugi::read_best_turn(reading->line)) {
      thought.turn = std::move(*turn);
      thought.time = reading->arrival - begin;
      return thought;
    }
    const auto info = ugi::read_info(reading->line);
    if (!info || !info->score || info->rank != 1) continue;
    thought.score = info->score;
    thought.depth = info->depth.value_or(0);
  }
  throw PlayerFailure("time forfeit",
                      "wrote " + std::to_string(most_lines) + " lines without an answer");
}

}  // namespace schiri
