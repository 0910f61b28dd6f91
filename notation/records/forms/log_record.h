#pragma once

#include <functional>

#include "notation/records/check/check.h"
#include "notation/records/pgn/reader.h"
#include "notation/records/source/byte_source.h"

namespace schiri {

/// Reads the games of a tournament's log (`tournament run --log FILE`): JSON objects, a line each,
/// of the types `start`, `turn` and `end`; lines of games played at the same time alternate. A game
/// without `end`, which a crash has cut off, is a record with the result `*`, after the others. The
/// last line may be cut off, too. Any other line that is no such object is a finding `syntax`.
void read_log_records(ByteSource& source, const ReadOptions& options, const RecordSink& sink);

}  // namespace schiri
