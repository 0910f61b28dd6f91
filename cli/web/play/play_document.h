#pragma once

#include "cli/line/command.h"

/// The command `page`: one HTML document for playing games and checking records, from the files of
/// this folder, the shared ones of cli/web and the engine.
namespace schiri::cli {

/// `page`: a page for playing games and checking records.
void add_page(Command& app, ExitStatus& status);

}  // namespace schiri::cli
