#pragma once

#include <optional>
#include <string>
#include <vector>

#include "notation/game_types.h"
#include "notation/records/pgn/reader.h"

namespace schiri {

/// A record as one line of another program's turns, separated by blanks, without the line feed.
/// Nothing if such a line cannot hold it: another game, or a beginning other than the game's start.
std::optional<std::string> write_foreign_record(const Record& record, const GameType& type);

/// What such a line leaves out of the record, for a message: `comments`, `tags`.
std::vector<std::string> foreign_losses(const Record& record);

/// Reads one game a line, passing over empty lines. The result is what the rules say, else `*`.
void read_foreign_records(ByteSource& source, const GameType& type, const ReadOptions& options,
                          const std::function<bool(CheckedRecord&)>& sink);

}  // namespace schiri
