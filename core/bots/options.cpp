#include "core/bots/options.h"

#include <algorithm>
#include <optional>
#include <string>

#include "core/base/message.h"
#include "core/base/text.h"

namespace schiri {

namespace {

std::string names_of(std::span<const BotOption> options) {
  std::string text;
  for (const BotOption& option : options) {
    text += (text.empty() ? "option." : ", option.") + std::string(option.name);
  }
  return text;
}

int value_of(const BotOption& option, const std::string& text) {
  const auto number = parse_number<int>(text);
  if (number && *number >= option.least && *number <= option.most) return *number;
  throw BotSpecError(message("option.{0} is a number from {1} to {2} ({3}), not '{4}'", option.name,
                             option.least, option.most, option.meaning, text));
}

[[noreturn]] void refuse(std::string_view builtin, const std::string& name,
                         std::span<const BotOption> known) {
  if (known.empty()) {
    throw BotSpecError(
        message("there is no option.{0}; the bot {1} has no options", name, builtin));
  }
  throw BotSpecError(
      message("there is no option.{0}; the bot {1} has {2}", name, builtin, names_of(known)));
}

}  // namespace

BotOptionValues::BotOptionValues(const BotSpec& spec, std::span<const BotOption> options) {
  for (const BotOption& option : options) {
    if (option.is_text()) {
      texts_[option.name] = option.text;
    } else {
      values_[option.name] = option.value;
    }
  }
  for (const auto& [name, text] : spec.options) {
    // A separate variable because clang before 16 cannot capture a structured binding.
    const auto is_meant = [&wanted = name](const BotOption& known) { return known.name == wanted; };
    const auto option = std::find_if(options.begin(), options.end(), is_meant);
    if (option == options.end()) refuse(spec.builtin, name, options);
    if (option->is_text()) {
      texts_[option->name] = text;
    } else {
      values_[option->name] = value_of(*option, text);
    }
  }
}

}  // namespace schiri
