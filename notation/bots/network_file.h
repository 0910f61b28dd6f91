#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "core/bots/network.h"
#include "core/bots/options.h"
#include "core/bots/value.h"
#include "core/match/game_type.h"
#include "notation/bots/bot_file.h"

namespace schiri {

/// Reads a network as JSON. Throws BotFileError.
Network read_network(std::string_view text, const NetworkForm& form);

/// Reads a file, which may be compressed. Throws BotFileError, whose message names it.
Network load_network(const std::string& path, const NetworkForm& form);

/// The networks of a bot's option `evaluation`. Null if it is not set, or the bot has no such
/// option. Throws BotSpecError.
Networks networks_of_option(const BotOptionValues& options, const NetworkForm& form);

}  // namespace schiri
