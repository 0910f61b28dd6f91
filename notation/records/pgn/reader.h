#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "notation/records/check/checked_record.h"
#include "notation/records/source/byte_source.h"

/// Reads record files: cuts a source into blocks of games (segment.h), checks each game
/// (game_checker.h) from its tags (tags.h) through its movetext (movetext.h) on one or more
/// threads, and hands the records over in their order. Commands and the database read records by
/// it.
namespace schiri {

/// Reads and checks all records of a source and hands them over in their order, on the calling
/// thread, whatever the number of threads that check; the sink may move from what it is given and
/// returns whether to go on. Needs memory for a few blocks and the largest game, not for the file.
/// An error of the source is thrown when everything before it has been handed over.
void read_records(ByteSource& source, const ReadOptions& options,
                  const std::function<bool(CheckedRecord&)>& sink);

/// The first record of a text, however large it is; nothing if there is none.
std::optional<CheckedRecord> read_one_record(std::string_view text, ReadOptions options);

}  // namespace schiri
