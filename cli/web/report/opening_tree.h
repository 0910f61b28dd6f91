#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/web/report/report.h"

namespace schiri::cli {

/// What was played at the beginning of games, one tree for each place where games began.
class OpeningForest {
 public:
  /// `start`: where the game began, empty for the usual start; `result` as in ResultCounts; `game`:
  /// its place in the report, if it has one.
  void add(const std::string& start, const std::vector<std::string_view>& turns, std::size_t result,
           std::optional<std::size_t> game);

  /// The trees as far as more than one game has gone, the most frequent turns first, at most so
  /// many below each; empties the forest.
  std::vector<OpeningNode> finish(std::size_t most_children = 30);

 private:
  static constexpr std::size_t depth = 8;

  struct Growing {
    OpeningNode node;
    std::map<std::string, Growing, std::less<>> children;
  };

  static void count(Growing& place, std::string_view turn, std::size_t result,
                    std::optional<std::size_t> game);
  static std::vector<OpeningNode> harvest(std::map<std::string, Growing, std::less<>>& children,
                                          std::size_t most, bool keep_single);

  std::map<std::string, Growing, std::less<>> roots_;
};

}  // namespace schiri::cli
