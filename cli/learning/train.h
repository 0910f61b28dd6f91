#pragma once

#include "cli/command.h"

namespace schiri::cli {

void add_train(Command& app, ExitStatus& status);

}  // namespace schiri::cli
