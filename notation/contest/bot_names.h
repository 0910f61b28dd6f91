#pragma once

#include <string>
#include <vector>

#include "core/match/bot_spec.h"

namespace schiri {

/// The longest name that a program can give itself, in bytes.
inline constexpr std::size_t longest_announced_name = 100;

/// Names the bots that take the name that their program announces: `announced` has one for each
/// bot, empty if unknown. Bots whose names would be equal get the name of their program's file as
/// well, `mine (new)`, then that of its folder, `mine (build/new)`, then the text that describes
/// them. An announced name that no record can contain, or that is too long, is not taken. Names
/// may still be equal: of bots with the same description, or with the same key `name`.
void settle_names(std::vector<BotSpec>& bots, const std::vector<std::string>& announced);

}  // namespace schiri
