#pragma once

#include <span>
#include <string>

#include "cli/print/output_language.h"
#include "notation/game_types.h"

namespace schiri::cli {

/// The rules of a game with every ruling, its settings and the limit of turns of tournaments, in
/// one of languages(); in English for a game that has no translation.
std::string rules_text(const GameType& type, const std::string& language);

/// Translations of the rules by folder of the game and language, such as `more_or_less.de`. `{0}`
/// in each is the limit of turns of tournaments.
extern const std::span<const EmbeddedFile> rules_files;

}  // namespace schiri::cli
