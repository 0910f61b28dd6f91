#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/input/inputs.h"
#include "core/base/message.h"
#include "core/game.h"
#include "db/games/store.h"
#include "notation/game_types.h"
#include "notation/records/record.h"

namespace schiri::cli {

/// What is known about a game that a player lost because its program or its clock failed. All texts
/// are printable.
struct FailedGame {
  Side side = Side::white;                ///< of the player at fault
  std::string termination;                ///< `illegal move`
  std::string remark;                     ///< what happened, in a sentence; empty if unknown
  std::string position;                   ///< in which it happened
  std::string board;                      ///< drawn in text
  std::vector<std::string> conversation;  ///< the last ten lines, sent (`> `) and received (`< `)
  std::string error;                      ///< the last line of standard error

  friend bool operator==(const FailedGame&, const FailedGame&) = default;
};

/// Whether a record with this `Termination` was lost by a time forfeit, an illegal move, a crash or
/// a disconnect.
bool is_failure_in_play(std::string_view termination);

/// The failure that ended a valid record with this start; nullopt if it ended otherwise or its
/// turns cannot be played. The conversation
/// is known for a game that this database has stored with it, under this id.
std::optional<FailedGame> failed_game(const Record& record, const GameType& type,
                                      const StartSpec& start);
std::optional<FailedGame> failed_game(const Record& record, const GameType& type,
                                      const StartSpec& start, const db::Store& store,
                                      std::int64_t id);
/// The same for a record of these inputs, which may be a stored game.
std::optional<FailedGame> failed_game(const CheckedRecord& checked, const GameType& type,
                                      const StartSpec& start, const InputOptions& input);

/// `game 7: Black lost by illegal move after 3 turns: Black answered "X9": ...`.
Message failure_sentence(const FailedGame& failed, std::uint64_t index, std::size_t turns);
/// Prints the end of the conversation with the player's program, and of its standard error.
void print_conversation(std::ostream& out, const FailedGame& failed);

}  // namespace schiri::cli
