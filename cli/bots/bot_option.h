#pragma once

#include <string>

#include "cli/line/command_line.h"
#include "core/match/bot_spec.h"

namespace schiri::cli {

/// `--presets FILE`, by which a bot may be told as `preset=NAME`; that of the defaults unless
/// given.
Option* add_presets(Command& command, std::string& presets);

/// The bot that an option tells. Throws InputError, BotSpecError and what reading a file throws.
BotSpec bot_option(const std::string& text, const std::string& presets);

}  // namespace schiri::cli
