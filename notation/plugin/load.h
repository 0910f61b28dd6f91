#pragma once

#include <stdexcept>
#include <string>

#include "notation/game_types.h"

namespace schiri {

/// A file that is no plug-in, or not one for this schiri. The message names the file, and says what
/// to do.
struct PluginError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Loads the game of a plug-in and adds it to game_types(), unless it is there already; it stays
/// until the program ends. Throws PluginError.
const GameType& load_game(const std::string& file);

}  // namespace schiri
