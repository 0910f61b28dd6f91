#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/base/message.h"

namespace schiri::cli {

/// Numbers of games whose rules nobody knows here, by the names of the games.
using UnknownRules = std::map<std::string, std::uint64_t>;

/// Counts a record of this game if schiri does not know its rules.
void count_unknown(const std::string& game, UnknownRules& counts);

/// What was done with such games.
enum class Unknown : std::uint8_t {
  checked,  ///< as far as records are without rules; `--override-game` would replay them
  skipped,  ///< they were not replayed
};
/// Notes such games, if there are any, and how they would be replayed. `told` is the game of
/// `--game`, perhaps empty.
void note_unknown(const UnknownRules& counts, Unknown what, const std::string& told);

}  // namespace schiri::cli
