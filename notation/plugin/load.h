#pragma once

#include <string>

#include "core/base/errors.h"
#include "notation/game_types.h"

/// Custom games: loading a plug-in (plug-ins include plugin.h), and checking that a game meets all
/// requirements (conformance.h). Used by --plugin and `schiri game`.
namespace schiri {

/// A file that is not a plug-in, or a plug-in for another version of schiri. The message names the
/// file and the remedy.
struct PluginError : UnusableError {
  using UnusableError::UnusableError;
};

/// Loads the game of a plug-in and adds it to game_types(), unless it is there already; it stays
/// until the program ends. Throws PluginError.
const GameType& load_game(const std::string& file);

}  // namespace schiri
