#pragma once

#include <ostream>
#include <string>

#include "cli/line/command.h"

namespace schiri::cli {

/// Pairs every finished round of an event again, of one of ours or of a tournament report (TRF), by
/// the rules of its system, and prints which boards differ: as `text`, or as `json`, an object a
/// round. Status 1 if any does. `-` is standard input. Throws UnusableError.
ExitStatus check_event(std::ostream& out, const std::string& file, const std::string& format);

}  // namespace schiri::cli
