#pragma once

#include <string>
#include <string_view>

#include "notation/records/pgn/reader.h"

namespace schiri {

/// A record as one line of JSON, without the line feed:
/// `{"tags":[["Event","x"],...],"movetext":["A2-A3",{"comment":"x"},{"nag":1},
/// {"variation":"(1. B1-B2 C7-C6)"},...],"result":"1-0"}`, and `"trailing":["a comment"]` where
/// comments follow the result. Nothing is lost.
std::string write_json_record(const Record& record);

/// Reads records of that form, one after the other or in an array, with line ends anywhere, and
/// checks each like a written one. Findings are at the first line of the record; anything else is a
/// finding `syntax`.
void read_json_records(ByteSource& source, const ReadOptions& options,
                       const std::function<bool(CheckedRecord&)>& sink);

}  // namespace schiri
