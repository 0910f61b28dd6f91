#pragma once

#include <string>
#include <vector>

#include "core/match/bot_spec.h"

namespace schiri {

/// The environment of a program, `NAME=value` each: the variables of this process that programs,
/// their interpreters and libraries need, and those of the bot's key `env`. All others, such as
/// tokens and passwords, are not passed. The command for another machine (`host`) also gets the
/// variables of ssh and srun.
std::vector<std::string> bot_environment(const BotSpec& spec);

}  // namespace schiri
