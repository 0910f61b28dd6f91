#pragma once

#include <span>

#include "cli/print/output_language.h"

namespace schiri::cli {

/// Translations of the rules by game and language, such as `sperre.de`. `{0}` in each is the limit
/// of turns of tournaments.
extern const std::span<const EmbeddedFile> rules_files;

}  // namespace schiri::cli
