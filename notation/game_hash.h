#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "notation/record.h"

namespace schiri {

/// 64 bits that depend on the game, its variant, where it started and its turns, and on nothing
/// else; nothing for a record without turns. The record must have been checked, so that its turns
/// are canonical.
std::optional<std::uint64_t> game_hash(std::string_view game, std::string_view variant,
                                       const Record& record);

}  // namespace schiri
