#pragma once

#include "cli/line/command.h"

/// The command `page`: one HTML document for playing games and checking records, from the files of
/// this folder, those of cli/web/shared and the engine.
namespace schiri::cli {

/// `page`: a page for playing games and checking records.
void add_page(Command& app);

}  // namespace schiri::cli
