#pragma once

#include "cli/line/command_line.h"

namespace schiri::cli {

/// Adds `schiri help`, which shows what the command line says of the whole program.
void add_help(Command& program, const CLI::App& app);

}  // namespace schiri::cli
