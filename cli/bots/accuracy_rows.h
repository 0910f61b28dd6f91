#pragma once

#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>

#include "notation/analysis/accuracy.h"
#include "notation/game_types.h"
#include "notation/text/table.h"

namespace schiri::cli {

std::vector<Column> accuracy_columns();

/// Sums up accuracies by game, variant and player, and prints them as a table.
class AccuracyRows {
 public:
  void add(const GameType& type, const std::string& variant, const Record& record,
           Side first_to_move);

  /// Prints `text`, `json` or `csv`: for each player a row of all turns, then a row for each part
  /// with turns.
  void print(std::ostream& out, Format format) const;

 private:
  std::map<std::pair<std::string, std::string>, AccuracyTable> tables_;
};

}  // namespace schiri::cli
