#pragma once

#include <string>

#include "notation/records/pgn/reader.h"

namespace schiri::cli {

/// Repairs a record that was read with its text, as repair() does, and lists to standard error what
/// was done. One that stays broken keeps its text, and of its repairs nothing is said.
void repair_and_tell(const std::string& file, CheckedRecord& record, const ReadOptions& options);

}  // namespace schiri::cli
