#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <span>
#include <string_view>

#include "core/match/bot_spec.h"

namespace schiri {

/// One setting of a built-in bot, given as `option.NAME=NUMBER`.
struct BotOption {
  std::string_view name;
  int value;  ///< the default
  int least;
  int most;
  std::string_view meaning;  ///< half a sentence for people
};

/// The settings given to a built-in bot.
class BotOptionValues {
 public:
  /// Throws BotSpecError, which names the known ones, for options that the bot does not have and
  /// for values that are not a number within the bounds.
  BotOptionValues(const BotSpec& spec, std::span<const BotOption> options);

  /// The bot must have the option.
  int operator[](std::string_view name) const { return values_.at(name); }

 private:
  std::map<std::string_view, int> values_;
};

/// The width of a TurnLister that leaves nothing out.
inline constexpr std::size_t all_turns = std::numeric_limits<std::size_t>::max();

/// The option `width` of a bot that uses a TurnLister, and what it says.
inline constexpr BotOption width_option = {
    "width", 6, 0, 60000, "steps followed where turns are made of steps, 0 for all"};
std::size_t told_width(const BotOptionValues& told);

/// The most lines that a bot can be asked for.
inline constexpr int most_lines = 500;

}  // namespace schiri
