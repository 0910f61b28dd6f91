#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/match/variants.h"
#include "notation/board/pattern.h"
#include "notation/board/piece_count.h"

namespace schiri {

class GameType;
class SearchedPosition;

/// A search for games by their positions. Each condition must hold for some position of the game.
struct PositionSearch {
  /// For each position to be reached, its canonical text in every game that has it, by the game's
  /// name.
  std::vector<std::map<std::string, std::string, std::less<>>> reached = {};
  std::vector<PieceCondition> pieces = {};
  std::vector<BoardPattern> patterns = {};
  /// Also finds games whose image under a symmetry of the game meets all conditions.
  bool mirrored = false;
  /// Only the last position of a game counts.
  bool at_end = false;

  bool is_empty() const { return reached.empty() && pieces.empty() && patterns.empty(); }
};

/// Finds games by replaying them; several threads may use it at once.
class PositionMatcher {
 public:
  explicit PositionMatcher(PositionSearch search) : search_(std::move(search)) {}

  const PositionSearch& search() const { return search_; }

  /// Does a game of these turns, up to the first illegal one, match? Throws StartError.
  bool matches(const GameType& type, const StartSpec& start,
               std::span<const std::string_view> turns) const;

 private:
  struct Compiled;
  class Progress;
  using Kind = std::pair<std::string, std::string>;

  std::shared_ptr<const Compiled> compiled_for(const GameType& type, const StartSpec& start,
                                               const SearchedPosition& position) const;

  PositionSearch search_;
  mutable std::mutex mutex_;
  mutable std::map<Kind, std::shared_ptr<const Compiled>> compiled_;  ///< by game and variant
};

}  // namespace schiri
