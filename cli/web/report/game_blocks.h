#pragma once

#include <string>
#include <vector>

#include "cli/line/table_options.h"
#include "cli/web/report/figure_table.h"
#include "cli/web/report/ply_table.h"
#include "cli/web/report/replay_line.h"
#include "notation/records/record.h"

namespace schiri::cli {

/// Encodes games in blocks that the script `unpacking.js` decodes: JSON arrays, deflated, in
/// base64. A game is an object: `p` the position and `f` the figures at its start, `i` its plies by
/// their characters in the PlyTable of their kind, `x` the plies that are not in the table, `c`
/// comments, `s` the side to move in each position, `e` a sentence on how it ended; `h` the tags of
/// the record if its movetext has only these turns, NAGs and comments, otherwise `r` the whole
/// record. If there are any, `n` NAGs by the number of the turn in the line, from 0, and `v`
/// variations, objects of the same kind with `a`, the number of turns before them, and without `e`,
/// `h` and `r`.
class GameBlocks {
 public:
  explicit GameBlocks(std::size_t games_per_block) : games_per_block_(games_per_block) {}

  void add(const ReplayLine& line, const Record& record, const std::string& ending,
           const FigureTable& figures, PlyTable& plies);
  /// The blocks; nothing may be added afterwards.
  std::vector<std::string> finish();

 private:
  void close_block();

  std::size_t games_per_block_;
  std::size_t games_ = 0;
  std::string open_block_;
  std::vector<std::string> blocks_;
};

}  // namespace schiri::cli
