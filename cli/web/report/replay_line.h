#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/web/report/figure_table.h"
#include "notation/game_types.h"
#include "notation/records/record.h"

namespace schiri::cli {

/// A replayed game, or a variation of it, with the display of each position.
struct ReplayLine {
  std::size_t start = 0;  ///< the number of turns before it
  std::vector<std::string> turns;
  std::vector<std::string> positions;  ///< one more than turns
  std::vector<std::u16string>
      figures;                   ///< one for each position, as FigureTable::encode() gives them
  std::string sides;             ///< the side to move in each position, `w` or `b`
  std::optional<Ending> ending;  ///< by the rules
  bool black_began = false;
  std::vector<std::string> comments;   ///< for each turn, empty if there is none
  std::vector<std::vector<int>> nags;  ///< for each turn
  std::vector<ReplayLine> variations;  ///< in the order of the record
};

/// Plays a checked record; without `figures` positions, comments, NAGs and variations are left
/// out. Variations are played as far as they are legal, the first thousand of a game. Throws
/// StartError if it cannot be set up, std::runtime_error if one of its turns cannot be played.
ReplayLine play_record(const GameType& type, const StartSpec& start, const Record& record,
                       FigureTable* figures);

/// For each turn the comment after it, empty if there is none.
std::vector<std::string> comments_of(const Record& record);

}  // namespace schiri::cli
