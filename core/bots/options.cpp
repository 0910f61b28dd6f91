#include "core/bots/options.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>

namespace schiri {

namespace {

constexpr int most_lines = 500;

constexpr BotOption greedy[] = {
    {"random", 0, 0, 100, "of a hundred turns so many are drawn by chance"},
};

constexpr BotOption alphabeta[] = {
    {"hash", 16, 0, 65536, "MiB for the table of positions, 0 for none"},
    {"width", 6, 0, 60000, "steps followed where turns are made of steps, 0 for all"},
    {"selective", 1, 0, 1, "0 looks equally deep everywhere"},
    {"multipv", 1, 1, most_lines, "best lines that are looked for"},
};

constexpr BotOption mcts[] = {
    {"hash", 64, 1, 65536, "MiB for the tree"},
    {"width", 6, 0, 60000, "steps followed where turns are made of steps, 0 for all"},
    {"exploration", 40, 0, 10000, "hundredths of PUCT's constant"},
    {"sharpness", 200, 0, 1000, "hundredths of the power to which the evaluation's odds count"},
    {"minimax", 60, 0, 100, "hundredths of weight for the best replies against the mean"},
    {"playout", 0, 0, 1000, "random turns played before a new position is evaluated"},
    {"multipv", 1, 1, most_lines, "best lines that are told"},
};

std::size_t width_of(int told) { return told == 0 ? all_turns : static_cast<std::size_t>(told); }

std::string names_of(std::span<const BotOption> options) {
  std::string text;
  for (const BotOption& option : options) {
    text += (text.empty() ? "option." : ", option.") + std::string(option.name);
  }
  return text;
}

std::optional<int> number_in(const std::string& text) {
  int number = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return number;
}

int value_of(const BotOption& option, const std::string& text) {
  const auto number = number_in(text);
  if (number && *number >= option.least && *number <= option.most) return *number;
  throw BotSpecError("option." + std::string(option.name) + " is a number from " +
                     std::to_string(option.least) + " to " + std::to_string(option.most) + " (" +
                     std::string(option.meaning) + "), not '" + text + "'");
}

[[noreturn]] void refuse(std::string_view builtin, const std::string& name,
                         std::span<const BotOption> known) {
  const std::string has = known.empty() ? " has no options" : " has " + names_of(known);
  throw BotSpecError("there is no option." + name + "; the bot " + std::string(builtin) + has);
}

}  // namespace

std::span<const BotOption> bot_options(std::string_view builtin) {
  if (builtin == "greedy") return greedy;
  if (builtin == "alphabeta") return alphabeta;
  if (builtin == "mcts") return mcts;
  return {};
}

BotOptionValues::BotOptionValues(const BotSpec& spec) {
  const auto options = bot_options(spec.builtin);
  for (const BotOption& option : options) values_[option.name] = option.value;
  for (const auto& [name, text] : spec.options) {
    // A name of its own: clang before 16 captures no part of a structured binding.
    const auto is_meant = [&wanted = name](const BotOption& known) { return known.name == wanted; };
    const auto option = std::find_if(options.begin(), options.end(), is_meant);
    if (option == options.end()) refuse(spec.builtin, name, options);
    values_[option->name] = value_of(*option, text);
  }
}

GreedyOptions greedy_options(const BotSpec& spec) { return {BotOptionValues(spec)["random"]}; }

AlphaBetaOptions alphabeta_options(const BotSpec& spec) {
  const BotOptionValues told(spec);
  return {told["hash"], width_of(told["width"]), told["selective"] != 0, told["multipv"]};
}

MctsOptions mcts_options(const BotSpec& spec) {
  const BotOptionValues told(spec);
  return {told["hash"],
          width_of(told["width"]),
          told["exploration"] / 100.0,
          told["sharpness"] / 100.0,
          told["minimax"] / 100.0,
          told["playout"],
          told["multipv"]};
}

}  // namespace schiri
