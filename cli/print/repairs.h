#pragma once

#include <string>

#include "notation/records/pgn/reader.h"

namespace schiri::cli {

/// Repairs a record that was read with its text, by repair(), and lists the repairs on standard
/// error. A record that stays invalid keeps its text, and its repairs are not listed.
void repair_and_tell(const std::string& file, CheckedRecord& record, const ReadOptions& options,
                     bool by_rules = false);

}  // namespace schiri::cli
