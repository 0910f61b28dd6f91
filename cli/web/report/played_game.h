#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/line/table_options.h"
#include "core/base/probing_table.h"
#include "notation/game_types.h"
#include "notation/records/record.h"

namespace schiri::cli {

/// Numbers the figures of all positions of a game and variant, so that each is named once.
class FigureNumbers {
 public:
  /// The numbers of the figures in their order, separated by spaces.
  std::string text(const Figures& figures);
  /// The figures by their numbers.
  const Figures& figures() const { return figures_; }

 private:
  std::size_t number(const Figure& figure);

  ArrivalNumbers numbers_;
  Figures figures_;
  std::vector<std::string> texts_;  ///< of their numbers
};

/// A replayed game.
struct PlayedGame {
  std::optional<Ending> ending;  ///< by the rules
  std::vector<Side> movers;      ///< of the turns
  /// What the page shows of the game: `start` (the number of turns before it), `turns`; for each
  /// position, one more than turns, `positions`, `figures` (their numbers) and `sides` (`w` or `b`,
  /// one text); for each turn `comments` and `nags`; `introduction`, the comments before the first
  /// turn, if there are any; and `variations`, objects of the same kind. Comments after the result
  /// belong to the last turn.
  Json line;
};

/// Plays a checked record; without `figures` the line is left out. Variations are played as far as
/// they are legal, the first thousand of a game. Throws StartError if it cannot be set up,
/// std::runtime_error if one of its turns cannot be played.
PlayedGame play_record(const GameType& type, const StartSpec& start, const Record& record,
                       FigureNumbers* figures);

}  // namespace schiri::cli
