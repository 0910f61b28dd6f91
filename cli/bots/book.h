#pragma once

#include "cli/line/command.h"

namespace schiri::cli {

void add_book(Command& app);

}  // namespace schiri::cli
