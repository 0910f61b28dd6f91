#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "core/bots/options.h"
#include "core/bots/value.h"
#include "core/learning/network.h"
#include "core/match/game_type.h"
#include "notation/learning/bot_file.h"

namespace schiri {

/// Has the game a network of its own for the variant of this number?
bool has_built_in_network(const NetworkForm& form, int variant);

/// A network as JSON, one line for each feature.
std::string write_network(const Network& network, const NetworkForm& form);

/// A network as a table for C++, as `network_of_table` reads it.
std::string write_network_table(const Network& network);

/// Reads the text of write_network. Throws BotFileError.
Network read_network(std::string_view text, const NetworkForm& form);

/// Reads a file, which may be compressed. Throws BotFileError, whose message names it.
Network load_network(const std::string& path, const NetworkForm& form);

/// The networks of a bot's option `evaluation`. Null if it is not set, or the bot has no such
/// option. Throws BotSpecError.
Networks networks_of_option(const BotOptionValues& options, const NetworkForm& form);

}  // namespace schiri
