#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

namespace schiri {

/// One thing that a built-in bot can be told with `option.NAME=NUMBER`.
struct BotOption {
  std::string_view name;
  int value;  ///< unless told
  int least;
  int most;
  std::string_view meaning;  ///< half a sentence for people
};

/// The options of a built-in bot; none for a name that there is not.
std::span<const BotOption> bot_options(std::string_view builtin);

/// What a built-in bot has been told.
class BotOptionValues {
 public:
  /// Throws BotSpecError, which names what there is, for options that the bot does not have and
  /// values that are no number within the bounds.
  BotOptionValues(std::string_view builtin, const std::map<std::string, std::string>& told);

  /// The bot must have the option.
  int operator[](std::string_view name) const;

 private:
  std::map<std::string_view, int> values_;
};

}  // namespace schiri
