#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/base/message.h"
#include "core/bots/options.h"

namespace schiri {

/// A built-in bot as it is named in descriptions.
struct BuiltinBot {
  std::string_view name;
  std::span<const BotOption> options;
};

/// The built-in bots, weakest first.
std::span<const BuiltinBot> builtin_bots();

/// Their names for a message: `random, greedy`.
std::string list_builtin_bots();

/// What to say of a name that no built-in bot has.
Message unknown_bot_message(std::string_view name);

/// The options of a built-in bot; none for an unknown name.
std::span<const BotOption> bot_options(std::string_view builtin);

}  // namespace schiri
