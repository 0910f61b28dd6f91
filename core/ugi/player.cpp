#include "core/ugi/player.h"

#include <unistd.h>

#include <algorithm>
#include <span>
#include <string_view>

#include "core/base/characters.h"
#include "core/base/message.h"
#include "core/base/text.h"
#include "core/match/pondering.h"
#include "core/match/turn_word.h"
#include "core/ugi/thinking.h"

extern "C" char** environ;

namespace schiri {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds patience_after_quit{1000};
constexpr milliseconds patience_after_signal{250};
/// How often transport to another machine is measured before each game.
constexpr int measurements = 3;

/// Names, or prefixes followed by `*`. `schiri help bots` lists the same.
constexpr std::string_view for_programs[] = {
    "HOME", "LANG", "LANGUAGE", "LC_*", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER",
    "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
    // Interpreters and libraries.
    "CLASSPATH", "CONDA_PREFIX", "GEM_HOME", "GEM_PATH", "JAVA_HOME", "LD_LIBRARY_PATH",
    "NODE_PATH", "PERL5LIB", "PYTHON*", "RUBYLIB", "VIRTUAL_ENV",
    // Threads and graphics cards.
    "CUDA_VISIBLE_DEVICES", "GOMAXPROCS", "HIP_VISIBLE_DEVICES", "KMP_*", "MKL_*", "OMP_*",
    "OPENBLAS_*", "ROCR_VISIBLE_DEVICES",
    // Bots that run schiri; and sanitizers.
    "ASAN_OPTIONS", "LSAN_OPTIONS", "SCHIRI", "SCHIRI_LIBRARY", "TSAN_OPTIONS", "UBSAN_OPTIONS"};

constexpr std::string_view for_ways[] = {"KRB5CCNAME",     "SLURM_*",       "SSH_AGENT_PID",
                                         "SSH_ASKPASS",    "SSH_AUTH_SOCK", "DISPLAY",
                                         "XDG_RUNTIME_DIR"};

/// A program's answer as a turn word; as it is if it is none, or resigns.
std::string word_of_answer(std::string text) {
  std::string word = text == resignation ? std::string() : turn_word(text);
  return word.empty() ? std::move(text) : word;
}

bool is_listed(std::string_view name, std::span<const std::string_view> list) {
  return std::any_of(list.begin(), list.end(), [name](std::string_view listed) {
    return listed.ends_with('*') ? name.starts_with(listed.substr(0, listed.size() - 1))
                                 : name == listed;
  });
}

bool is_given(const BotSpec& spec, std::string_view name) {
  const auto& asked = spec.environment;
  if (is_listed(name, for_programs)) return true;
  if (std::find(asked.begin(), asked.end(), name) != asked.end()) return true;
  // Excluded: a token, although its prefix is listed.
  return !spec.host.empty() && is_listed(name, for_ways) && name != "SLURM_JWT";
}

/// The environment of a program, `NAME=value` each: the variables of this process that programs,
/// their interpreters and libraries need, and those of the bot's key `env`. All others, such as
/// tokens and passwords, are not passed. The command for another machine (`host`) also gets the
/// variables of ssh and srun.
std::vector<std::string> bot_environment(const BotSpec& spec) {
  std::vector<std::string> given;
  for (char** variable = environ; variable && *variable; ++variable) {
    const std::string_view text = *variable;
    const std::string_view name = text.substr(0, text.find('='));
    if (is_given(spec, name)) given.emplace_back(text);
  }
  return given;
}

}  // namespace

ugi::PositionCommand position_command_of(const Game& game, const UgiGame& usual,
                                         bool knows_variants) {
  ugi::PositionCommand command{std::nullopt, game.turns()};
  std::string start = game.start_position();
  const bool has_settings = usual.variant != usual.plain_variant;
  const bool understood = usual.standard_variant || (knows_variants && !has_settings);
  if (usual.has_words) {
    if (start != usual.usual_start) command.start = std::move(start);
    for (std::string& turn : command.turns) turn = text_of_word(turn);
  } else if (start != usual.usual_start || !understood) {
    command.start = std::move(start);
  }
  return command;
}

const std::string& variant_value(const UgiGame& game, const ugi::UgiOption& option) {
  const auto& choices = option.choices;
  const bool knows_all =
      choices.empty() || std::find(choices.begin(), choices.end(), game.variant) != choices.end();
  return knows_all ? game.variant : game.plain_variant;
}

void set_options(UgiConversation& conversation, const UgiGame& game, const BotSpec& spec,
                 const std::stop_token& stop) {
  const auto set = [&](std::string_view name, std::string_view value) {
    conversation.send(ugi::write_setting(name, value), stop);
  };
  if (const auto* option = conversation.option("Game")) set(option->name, game.name);
  if (const auto* option = conversation.option("Variant")) {
    set(option->name, variant_value(game, *option));
  }
  for (const auto& [name, value] : game.settings) {
    if (const auto* option = conversation.option(name)) set(option->name, value);
  }
  const auto* const ponder = conversation.option("Ponder");
  if (spec.ponder && ponder) set(ponder->name, "true");
  for (const auto& [name, value] : spec.options) {
    conversation.send(setting_line(conversation, name, value), stop);
  }
}

std::string setting_line(const UgiConversation& conversation, std::string_view name,
                         std::string_view value) {
  const auto* const option = conversation.option(name);
  const bool is_button = option && option->type == "button";
  return is_button ? "setoption name " + std::string(name) : ugi::write_setting(name, value);
}

Process::Options process_options(const BotSpec& spec, std::optional<int> processor) {
  Process::Options options;
  options.environment = bot_environment(spec);
  if (spec.host.empty()) {
    options.command = spec.command;
    options.directory = spec.directory;
    options.memory = spec.memory;
    options.processor = processor;
    return options;
  }
  const std::string there =
      spec.directory.empty() ? "" : "cd " + shell_quoted(spec.directory) + " && ";
  options.command = spec.host + ' ' + shell_quoted(there + spec.command);
  options.needs_network = true;
  return options;
}

Process::TimePoint latest_answer(Process::TimePoint asked, milliseconds limit, milliseconds margin,
                                 std::chrono::nanoseconds transport) {
  return asked + limit + margin + transport;
}

UgiPlayer::UgiPlayer(const BotSpec& spec, UgiGame game, milliseconds watchdog,
                     std::optional<int> processor)
    : spec_(spec),
      game_(std::move(game)),
      terms_(terms_of(spec)),
      overtime_(overtime_text(terms_)),
      watchdog_(watchdog),
      processor_(processor) {}

void UgiPlayer::set_terms(const Terms& terms) {
  terms_ = terms;
  overtime_ = overtime_text(terms_);
}

void UgiPlayer::new_game(std::uint64_t seed) {
  seed_ = seed;
  position_line_.clear();
  expected_.clear();
  answers_ = {};
}

UgiPlayer::~UgiPlayer() {
  retire();
  if (conversation_) conversation_->process().end(patience_after_quit, patience_after_signal);
}

void UgiPlayer::retire() {
  if (conversation_) conversation_->process().ask_to_end("quit\n");
}

OutputTail UgiPlayer::dismiss() {
  OutputTail words;
  if (conversation_) words = conversation_->output_tail();
  conversation_.reset();
  has_played_ = false;
  pondering_.reset();
  failure_.reset();
  return words;
}

void UgiPlayer::start(const std::stop_token& stop) {
  if (conversation_) return;
  try {
    const auto listener = [this](bool is_sent, std::string_view line) {
      if (line_listener()) line_listener()(is_sent, line);
    };
    conversation_ =
        std::make_unique<UgiConversation>(process_options(spec_, processor_), watchdog_, listener);
  } catch (const ProcessError& error) {
    throw PlayerFailure(Termination::crash, message("could not be started: {0}", error.message()));
  }
  conversation_->introduce(stop);
  set_options(*conversation_, game_, spec_, stop);
  sent_options_ = spec_.options;
  conversation_->make_ready(stop);
}

void UgiPlayer::change_options(BotOptions options) { spec_.options = std::move(options); }

void UgiPlayer::send_changes(const std::stop_token& stop) {
  for (const auto& [name, value] : spec_.options) {
    const std::string* const known = sent_options_.find(name);
    if (known && *known == value) continue;
    conversation_->send(setting_line(*conversation_, name, value), stop);
  }
  sent_options_ = spec_.options;
}

std::string seed_text(std::uint64_t seed, const ugi::UgiOption& option) {
  if (!option.most) return std::to_string(seed);
  const std::int64_t least = std::min(option.least.value_or(0), *option.most);
  const std::uint64_t span =
      static_cast<std::uint64_t>(*option.most) - static_cast<std::uint64_t>(least);
  if (span < UINT64_MAX) seed %= span + 1;
  return std::to_string(static_cast<std::int64_t>(static_cast<std::uint64_t>(least) + seed));
}

void UgiPlayer::set_seed(const std::stop_token& stop) {
  const auto* option = conversation_->option("Seed");
  if (!option) return;
  for (const auto& [name, value] : spec_.options) {
    if (equal_ignoring_case(name, option->name)) return;
  }
  conversation_->send(ugi::write_setting(option->name, seed_text(seed_, *option)), stop);
}

/// Ends a program that plays one game only, whatever it did after that.
void UgiPlayer::end_after_game() {
  if (!spec_.restart || !has_played_ || !conversation_) return;
  retire();
  conversation_->process().end(patience_after_quit, patience_after_signal);
  dismiss();
}

void UgiPlayer::make_ready(const std::stop_token& stop) {
  end_after_game();
  throw_failure();
  start(stop);
  has_played_ = true;
  end_pondering(stop);
  send_changes(stop);
  if (spec_.cpu) conversation_->process().limit_processor_time(*spec_.cpu);
  set_seed(stop);
  conversation_->send("uginewgame", stop);
  conversation_->make_ready(stop);
  if (!spec_.host.empty()) measure_transport(stop);
}

/// The minimum counts: additional time is the bot's own, or chance.
void UgiPlayer::measure_transport(const std::stop_token& stop) {
  transport_ = conversation_->make_ready(stop);
  for (int i = 1; i < measurements && !stop.stop_requested(); ++i) {
    transport_ = std::min(transport_, conversation_->make_ready(stop));
  }
}

/// An answer after the latest time does not count, but the game reports how late it came.
UgiConversation::Timeout UgiPlayer::timeout_for(const Limits& limits, Side side) const {
  std::optional<milliseconds> most = limits.move_time;
  if (limits.clocks) {
    const auto left = side == Side::white ? limits.clocks->white_time : limits.clocks->black_time;
    most = most ? std::min(*most, left) : left;
  }
  if (!most) return conversation_->watchdog();
  const auto end =
      latest_answer(conversation_->process().written(), *most, terms_.margin, transport_);
  return {end + late_patience, overtime_};
}

/// If the game has continued by this player's turn and the other's, only these are added.
const std::string& UgiPlayer::position_line(const Game& game) {
  const auto& turns = game.turns();
  const bool goes_on =
      !position_line_.empty() && turns_sent_ > 0 && turns.size() == turns_sent_ + 2;
  if (goes_on) {
    for (std::size_t i = turns_sent_; i < turns.size(); ++i) {
      position_line_ += ' ';
      position_line_ += game_.has_words ? text_of_word(turns[i]) : turns[i];
    }
  } else {
    const bool knows_variants = conversation_->option("Variant") != nullptr;
    position_line_ = ugi::write_position_command(position_command_of(game, game_, knows_variants));
  }
  turns_sent_ = turns.size();
  return position_line_;
}

const std::string& UgiPlayer::limits_line(const Limits& limits) {
  if (limits_line_.empty() || limits != limits_sent_) {
    limits_line_ = ugi::write_limits(limits);
    limits_sent_ = limits;
  }
  return limits_line_;
}

void UgiPlayer::throw_failure() {
  if (failure_) throw PlayerFailure(*std::exchange(failure_, std::nullopt));
}

void UgiPlayer::ponder(const Game& game, const Limits& limits, const std::stop_token& stop) {
  if (!spec_.ponder || expected_.empty() || pondering_ || failure_) return;
  if (!conversation_->option("Ponder")) return;
  const auto guess = game_after(game, expected_);
  if (!guess) return;
  ignore_second_answer();
  conversation_->process().widen_output();
  pondering_ = {guess->turns()};
  try {
    conversation_->send({position_line(*guess), ugi::write_limits(limits, ugi::GoMode::ponder)},
                        stop);
  } catch (const PlayerFailure& failure) {
    failure_ = failure;
  }
}

bool UgiPlayer::has_expected(const Game& game) const {
  return pondering_ && !pondering_->is_stopped && pondering_->turns == game.turns();
}

void UgiPlayer::rest() {
  expected_.clear();
  if (!pondering_ || pondering_->is_stopped || failure_) return;
  pondering_->is_stopped = true;
  try {
    conversation_->send("stop", {});
  } catch (const PlayerFailure& failure) {
    failure_ = failure;
  } catch (const InfrastructureError&) {
    // The next call throws the failure.
  }
}

/// Discards the answer to `stop`: the game has continued with another turn.
void UgiPlayer::end_pondering(const std::stop_token& stop) {
  if (!pondering_) return;
  if (!std::exchange(pondering_->is_stopped, true)) conversation_->send("stop", stop);
  const auto timeout = conversation_->watchdog("bestmove after stop");
  if (!conversation_->wait_for("bestmove", timeout, stop, nullptr)) return;
  pondering_.reset();
  position_line_.clear();
}

Thought UgiPlayer::think(const Game& game, const Limits& limits, const std::stop_token& stop) {
  throw_failure();
  if (stop.stop_requested()) return {};
  if (has_expected(game)) {
    pondering_.reset();
    conversation_->send("ponderhit", stop);
  } else {
    end_pondering(stop);
    ignore_second_answer();
    conversation_->send({position_line(game), limits_line(limits)}, stop);
  }
  return read_answer(limits, game.side_to_move(), stop);
}

Thought UgiPlayer::read_answer(const Limits& limits, Side side, const std::stop_token& stop) {
  Process& process = conversation_->process();
  const auto begin = process.written();
  UgiThought collected;
  const auto listen = [&](std::string_view line) {
    const auto info = ugi::read_info(line);
    if (!info) return;
    collected.take(*info);
    if (listener() && info->score && !info->bound) report(collected.thought());
  };
  const auto answer = conversation_->wait_for("bestmove", timeout_for(limits, side), stop, listen);
  Thought thought = collected.thought();
  if (!answer) return thought;
  thought.turn = game_.has_words ? word_of_answer(ugi::read_whole_best_turn(answer->line))
                                 : ugi::read_best_turn(answer->line).value_or("");
  thought.remark = take_answer(thought.turn);
  thought.answered_before_twice = std::exchange(answers_.has_second, false);
  thought.expected = ugi::read_expected_turn(answer->line);
  expected_ = expected_turn(thought);
  const auto time = std::max(answer->arrival - begin, steady_clock::duration{});
  thought.transport = std::min<std::chrono::nanoseconds>(transport_, time);
  thought.time = time - thought.transport;
  thought.descheduled = process.descheduled();
  return thought;
}

void UgiPlayer::ignore_second_answer() {
  if (!conversation_->discard_unread("bestmove")) return;
  answers_.had_second = answers_.has_second = true;
}

/// Keeps an answer. Returns a remark if it may be a second answer to an earlier request.
std::string UgiPlayer::take_answer(const std::string& turn) {
  const std::string before = std::exchange(answers_.last, turn);
  if (answers_.had_second) return "it answered an earlier 'go' twice";
  if (turn.empty() || turn != before) return "";
  return "that was its answer to the 'go' before: did it answer twice?";
}

void UgiPlayer::report(Thought thought) {
  if (thought.lines.empty()) return;
  const auto& turns = thought.lines.front().turns;
  if (!turns.empty()) thought.turn = turns.front();
  listener()(thought);
}

}  // namespace schiri
