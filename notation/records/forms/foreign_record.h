#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "notation/game_types.h"
#include "notation/records/pgn/reader.h"

namespace schiri {

/// Reads games as the server softserve returns them for `/game/data`, one JSON object each:
/// `event`, `players`, `initial_state`, `states`, `actions`, `start_timestamp`, `end_timestamp`,
/// `result` (a player, `draw` or `ongoing`) and `forfeit` (a player or `none`). States and actions
/// are in the game's foreign notation, which the game must have. `players`, `actions` and `result`
/// are required. States, if there are any, must be those that the actions lead to.
///
/// A player who exceeded the time is in the tag `Forfeit`. The game was played on, and its result
/// is that of the board.
void read_game_data(ByteSource& source, const GameType& type, const ReadOptions& options,
                    const RecordSink& sink);

/// A record as one line of another program's turns, separated by spaces, without the line feed.
/// Nullopt if such a line cannot represent it: another game, or a start other than the usual one,
/// by a position or a setting.
std::optional<std::string> write_foreign_record(const Record& record, const GameType& type);

/// The parts of the record that such a line leaves out, for a message: `comments`, `tags`,
/// `settings`.
std::vector<Message> foreign_losses(const Record& record, const GameType& type);

/// Reads one game per line, skipping empty lines. The result is that of the rules, otherwise `*`;
/// the variant is that of the options. A source that begins like JSON is read as the game data of a
/// server instead.
void read_foreign_records(ByteSource& source, const GameType& type, const ReadOptions& options,
                          const RecordSink& sink);

}  // namespace schiri
