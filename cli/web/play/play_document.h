#pragma once

#include "cli/line/command.h"

namespace schiri::cli {

/// `page`: a page to play and to check records in.
void add_page(Command& app, ExitStatus& status);

}  // namespace schiri::cli
