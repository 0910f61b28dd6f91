#pragma once

#include "cli/line/command.h"

namespace schiri::cli {

void add_split(Command& app, ExitStatus& status);

}  // namespace schiri::cli
