#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "core/match/bot_spec.h"

namespace schiri {

/// One setting of a built-in bot, given as `option.NAME=NUMBER`, or as `option.NAME=TEXT` if the
/// default is a text.
struct BotOption {
  std::string_view name;
  int value;  ///< the default
  int least;
  int most;
  std::string_view meaning;    ///< a phrase for the help
  std::string_view text = {};  ///< the default of a text setting

  constexpr bool is_text() const { return !text.empty(); }
};

/// The options of a built-in bot with their values.
class BotOptionValues {
 public:
  /// Throws BotSpecError, which names the known options, for unknown options and for values that
  /// are not a number within the bounds.
  BotOptionValues(const BotSpec& spec, std::span<const BotOption> options);

  /// Requires that the bot has the option.
  int operator[](std::string_view name) const { return values_.at(name); }
  const std::string& text(std::string_view name) const { return texts_.at(name); }
  bool has_text(std::string_view name) const { return texts_.contains(name); }

 private:
  std::map<std::string_view, int> values_;
  std::map<std::string_view, std::string> texts_;
};

/// The width of a TurnLister that leaves out no turn.
inline constexpr std::size_t all_turns = std::numeric_limits<std::size_t>::max();

/// The option `width` of a bot that uses a TurnLister; width_of() reads it.
inline constexpr BotOption width_option = {
    "width", -1, -1, 60000, "turns to search in each position: 0 for all, -1 by game and budget"};

/// The option for the network that corrects a bot's evaluation: see StaticEvaluation.
inline constexpr std::string_view classic_evaluation = "classic";
inline constexpr std::string_view built_in_evaluation = "built-in";
inline constexpr BotOption evaluation_option = {
    "evaluation",       0, 0, 0, "classic, built-in, or a network's file ('schiri help learning')",
    built_in_evaluation};
/// Is a value of this option the name of a file?
constexpr bool is_network_file(std::string_view evaluation) {
  return evaluation != classic_evaluation && evaluation != built_in_evaluation;
}

/// The option for an opening book.
inline constexpr std::string_view no_book = "none";
inline constexpr BotOption book_option = {
    "book", 0, 0, 0, "a file written by 'schiri book': turns to play without a search", no_book};

/// Is the value of this option of a built-in bot the name of a file?
constexpr bool names_file(std::string_view option, std::string_view value) {
  if (option == book_option.name) return value != no_book;
  return option == evaluation_option.name && is_network_file(value);
}

/// The most lines that can be requested of a bot.
inline constexpr int most_lines = 500;

}  // namespace schiri
