#pragma once

#include <string>
#include <vector>

#include "cli/print/json.h"
#include "cli/web/report/figure_table.h"
#include "cli/web/report/ply_table.h"
#include "notation/game_types.h"
#include "notation/records/record.h"

namespace schiri::cli {

/// A game played through, or a variation of one: what each position shows.
struct ReplayLine {
  std::size_t start = 0;  ///< how many turns of the game lie before it
  std::vector<std::string> turns;
  std::vector<std::string> positions;   ///< one more than turns
  std::vector<std::u16string> figures;  ///< likewise, coded
  std::string sides;                    ///< who moves in each position, `w` or `b`
  std::optional<Ending> ending;         ///< by the rules
  bool black_began = false;
  std::vector<std::string> comments;     ///< for each turn, empty where there is none
  std::vector<std::vector<int>> glyphs;  ///< for each turn, as `$n` numbers them
  std::vector<ReplayLine> variations;    ///< in their order
};

/// Plays a checked record; without `figures` positions, comments, glyphs and variations are left
/// out. Variations are played as far as they are legal, the first thousand of a game. Throws
/// StartError if it cannot be set up, std::runtime_error if one of its turns cannot be played.
ReplayLine play_record(const GameType& type, const StartSpec& start, const Record& record,
                       FigureTable* figures);

/// For each turn the comment after it, empty where there is none.
std::vector<std::string> comments_of(const Record& record);

/// Packs games into blocks that a browser unpacks by itself: JSON arrays, deflated, in base64. A
/// game is an object: `p` the position and `f` the figures at its start, `i` its plies by their
/// characters in the table of their kind, `x` those that are not in it, `c` comments, `s` who moves
/// in each position, `e` a sentence on how it ended; `h` the tags of the record if its movetext is
/// nothing else but these turns, glyphs and comments, else `r` the whole record. Where there are
/// any, `n` glyphs by the number of the turn in the line, from 0, and `v` variations, objects of
/// the same kind with `a`, the number of turns before them, and without `e`, `h` and `r`.
class ReplayPacker {
 public:
  explicit ReplayPacker(std::size_t games_per_block) : games_per_block_(games_per_block) {}

  void add(const ReplayLine& line, const Record& record, const std::string& ending,
           const FigureTable& figures, PlyTable& plies);
  /// All blocks; nothing may be added afterwards.
  std::vector<std::string> finish();

 private:
  void close_block();

  std::size_t games_per_block_;
  std::size_t games_ = 0;
  std::string open_block_;
  std::vector<std::string> blocks_;
};

}  // namespace schiri::cli
