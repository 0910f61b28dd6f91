#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/report/report.h"

namespace schiri::cli {

/// What was played at the beginning of games, one tree for each place where games began.
class OpeningForest {
 public:
  /// `start`: where the game began, empty for the usual start; `result` as in ResultCounts.
  void add(const std::string& start, const std::vector<std::string>& turns, std::size_t result,
           std::size_t game);

  /// The trees as far as more than one game has gone, the most frequent turns first, at most so
  /// many below each; empties the forest.
  std::vector<OpeningNode> finish(std::size_t most_children = 30);

 private:
  static constexpr std::size_t depth = 8;

  struct Growing {
    OpeningNode node;
    std::map<std::string, Growing> children;
  };

  static void count(Growing& place, const std::string& turn, std::size_t result, std::size_t game);
  static std::vector<OpeningNode> harvest(std::map<std::string, Growing>& children,
                                          std::size_t most, bool keep_single);

  std::map<std::string, Growing> roots_;
};

}  // namespace schiri::cli
