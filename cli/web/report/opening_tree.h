#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/web/report/report.h"
#include "core/game.h"
#include "core/rating/games/text_numbers.h"

namespace schiri::cli {

/// The turns at the beginning of games, one tree for each start position. A game takes some twenty
/// bytes, so that a million games fit; the trees are made at the end.
class OpeningForest {
 public:
  /// `start`: the start of the game, empty for the usual one; `result` as in ResultCounts; `game`:
  /// its index in the report, if it has one; games that have one come first. `movers`: of the
  /// turns, White for those that have none.
  void add(const std::string& start, const std::vector<std::string_view>& turns, std::size_t result,
           std::optional<std::size_t> game, std::span<const Side> movers = {});

  struct Trees {
    std::vector<OpeningNode> roots;
    std::uint64_t least_games = 0;  ///< turns of fewer games are left out; 0 if none is
  };

  /// The trees of the turns played in more than one game, the most frequent first, at most
  /// `most_children` below each, and at most `most_nodes` in all; empties the forest.
  Trees finish(std::size_t most_children = 30, std::size_t most_nodes = 5000);

 private:
  friend class OpeningHarvest;

  static constexpr std::size_t depth = 8;
  /// Precedes a number that does not fit, in two halves, the lower one first.
  static constexpr std::uint16_t wide = 0xFFFF;

  /// The beginning of a game.
  struct Line {
    std::uint8_t result;
    std::uint8_t length;  ///< the number of texts: its start and up to `depth` turns
    std::uint8_t blacks;  ///< the turns of Black, the first one in the lowest bit
  };

  void add_number(std::uint32_t number);

  rating::TextNumbers texts_;           ///< of starts and turns
  std::vector<std::uint16_t> numbers_;  ///< those of the texts of all lines, one after the other
  std::vector<Line> lines_;
  std::vector<std::uint32_t> games_;  ///< of the first lines, in the report
};

}  // namespace schiri::cli
