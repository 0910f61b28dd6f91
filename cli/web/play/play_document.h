#pragma once

#include "cli/line/command.h"

/// The command `page`: one HTML document to play in and to check records in, from the files of this
/// folder, the shared ones of cli/web and the engine.
namespace schiri::cli {

/// `page`: a page to play and to check records in.
void add_page(Command& app, ExitStatus& status);

}  // namespace schiri::cli
