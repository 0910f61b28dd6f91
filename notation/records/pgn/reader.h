#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "notation/records/check/check.h"
#include "notation/records/source/byte_source.h"

/// Reads record files: cuts a source into blocks of games (segment.h), checks each game
/// (game_checker.h) from its tags (tags.h) through its movetext (movetext.h) on one or more
/// threads, and passes the records on in order. Used by commands and the database.
namespace schiri {

/// Reads and checks all records of a source and passes them to the sink in order, on the calling
/// thread, whatever the number of checking threads; the sink may move from its argument and returns
/// whether to go on. Needs memory for a few blocks and the largest game, not for the file. An error
/// of the source is thrown after all records before it.
void read_records(ByteSource& source, const ReadOptions& options, const RecordSink& sink);

/// Notes at the first record of a file that its encoding is not UTF-8.
void note_encoding(const OtherEncoding& encoding, const ReadOptions& options,
                   CheckedRecord& record);

/// The first record of a text of any size; nullopt if there is none.
std::optional<CheckedRecord> read_one_record(std::string_view text, ReadOptions options);

}  // namespace schiri
