#pragma once

#include <ostream>
#include <string>

#include "cli/io/json.h"
#include "notation/records/check.h"

namespace schiri::cli {

/// Writes what was found in a record for a person: place, severity, code, message, and the line
/// with a caret below the token.
void print_findings(std::ostream& out, const std::string& file, const GameCheck& check);

/// A finding with the keys `code line column turn message`.
Json finding_json(const Finding& finding);

}  // namespace schiri::cli
