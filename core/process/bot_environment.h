#pragma once

#include <string>
#include <vector>

#include "core/match/bot_spec.h"

namespace schiri {

/// The environment of a program, `NAME=value` each: those variables of ours that programs, their
/// interpreters and libraries need to run, and those that the bot's key `env` names. All others,
/// tokens and passwords among them, stay here. The way to another machine (`host`) also gets what
/// ssh and srun need.
std::vector<std::string> bot_environment(const BotSpec& spec);

}  // namespace schiri
