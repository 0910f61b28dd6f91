#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "core/bots/options.h"
#include "core/bots/value.h"
#include "core/learning/network.h"
#include "notation/learning/bot_file.h"

namespace schiri {

/// The common format of a game's networks.
struct NetworkForm {
  std::string_view game;
  std::span<const std::string_view> variants;
  std::size_t features = 0;  ///< number of features; 0: the game has none
  double speed = 1;   ///< number of positions evaluated with a network in the time of one without
  Networks built_in;  ///< the game's own; null if it has none

  /// Is there a built-in network for the variant of this number?
  bool is_built_in(int variant) const;
};

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
