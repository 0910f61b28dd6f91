#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/web/report/report.h"

namespace schiri::cli {

/// The turns at the beginning of games, one tree for each start position.
class OpeningForest {
 public:
  /// `start`: the start of the game, empty for the usual one; `result` as in ResultCounts; `game`:
  /// its index in the report, if it has one.
  void add(const std::string& start, const std::vector<std::string_view>& turns, std::size_t result,
           std::optional<std::size_t> game);

  struct Trees {
    std::vector<OpeningNode> roots;
    std::uint64_t least_games = 0;  ///< turns of fewer games are left out; 0 if none is
  };

  /// The trees of the turns played in more than one game, the most frequent first, at most
  /// `most_children` below each, and at most `most_nodes` in all; empties the forest.
  Trees finish(std::size_t most_children = 30, std::size_t most_nodes = 5000);

 private:
  static constexpr std::size_t depth = 8;

  struct Growing {
    OpeningNode node;
    std::map<std::string, Growing, std::less<>> children;
    /// The next turns of the only game so far; they become children with the second game.
    std::vector<std::string> rest;
  };

  static void unfold(Growing& place);
  static void count(Growing& place, std::string_view turn, std::size_t result,
                    std::optional<std::size_t> game);
  static std::vector<OpeningNode> harvest(std::map<std::string, Growing, std::less<>>& children,
                                          std::size_t most, bool keep_single);

  std::map<std::string, Growing, std::less<>> roots_;
};

}  // namespace schiri::cli
