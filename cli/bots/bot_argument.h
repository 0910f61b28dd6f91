#pragma once

#include <string>

#include "cli/line/command_line.h"
#include "core/match/bot_spec.h"

namespace schiri::cli {

/// `--presets FILE`, whose bots are specified as `preset=NAME`; without it the file of the
/// defaults.
Option* add_presets(Command& command, std::string& presets);

/// The bot that the value of an option specifies. Throws InputError, BotSpecError and what reading
/// a file throws.
BotSpec bot_argument(const std::string& text, const std::string& presets);

}  // namespace schiri::cli
