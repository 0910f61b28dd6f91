#pragma once

#include <ostream>
#include <string>

#include "cli/line/command_line.h"
#include "db/import/correction.h"

namespace schiri::cli {

/// `--corrections report|apply|both`: what to do with records that differ from the
/// stored game.
void add_corrections_option(Command& command, db::Corrections& corrections);

/// Says for a person what the record of a place says differently, and what is done about it.
void print_correction(std::ostream& out, const std::string& place,
                      const db::Correction& correction);

}  // namespace schiri::cli
