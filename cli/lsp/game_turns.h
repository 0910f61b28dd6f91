#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/lsp/record_document.h"
#include "notation/game_types.h"

namespace schiri::cli {

/// The turns of a game as they are written, legal or not, with their places in its text; those of
/// comments and variations are left out.
struct GameTurns {
  const GameType* type = nullptr;
  StartSpec start;
  std::size_t movetext = 0;      ///< where the movetext begins
  std::vector<TextRange> turns;  ///< in order

  /// The game before this turn; nullptr if it cannot start or an earlier turn is not legal.
  std::unique_ptr<Game> before(std::size_t turn, std::string_view text) const;
};

/// The turns of a game's text; nullopt if its game or variant is not known.
std::optional<GameTurns> read_game_turns(std::string_view text, const CheckOptions& options);

/// Is a place of a movetext within a comment or a variation?
bool is_within_remark(std::string_view movetext, std::size_t at);

}  // namespace schiri::cli
