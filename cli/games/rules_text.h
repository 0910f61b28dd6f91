#pragma once

#include <string>

#include "notation/game_types.h"

namespace schiri::cli {

/// The rules of a game with every ruling, its settings and the limit of turns of tournaments, in
/// one of languages(); in English for a game that has no translation, as that of a plug-in.
std::string rules_text(const GameType& type, const std::string& language);

}  // namespace schiri::cli
