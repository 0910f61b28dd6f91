#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/match/game_type.h"
#include "notation/board/position_text.h"
#include "notation/board/symmetry.h"

namespace schiri {

/// The number of pieces of a kind in a position string: the occurrences of the letter in its rows
/// or groups (the words with a `/`).
std::size_t count_pieces(std::string_view position, char letter);

/// Conditions on the pieces of a position, `W=8,b>=3`: letters of its position string, or of a
/// reserve, with = != < <= > >= and a number. All conditions must hold.
class PieceCondition {
 public:
  /// Throws std::invalid_argument with the expected form.
  explicit PieceCondition(std::string_view text);

  bool holds(std::string_view position) const { return holds(SpreadPosition(position)); }
  bool holds(const SpreadPosition& position) const;
  /// `numbers`: the number of pieces that each condition counts.
  bool holds(std::span<const std::size_t> numbers) const;

  /// The number of conditions.
  std::size_t size() const { return counts_.size(); }
  /// The number that a condition counts on this board.
  std::size_t number_on(const SpreadPosition& position, std::size_t condition) const;
  /// By how much a letter on the board changes the number that a condition counts.
  int weight(std::size_t condition, char letter) const;
  /// The lowest and the highest number that a condition allows, at most `most`, ignoring `!=`; the
  /// lowest is above the highest if it allows none.
  std::pair<std::size_t, std::size_t> range(std::size_t condition, std::size_t most) const;
  /// Are these ranges all that the conditions ask for?
  bool is_range() const;
  /// The letter of each condition.
  std::string letters() const;

  /// The condition that holds for the image of a position if this one holds for the position.
  PieceCondition image(const PositionSymmetry& symmetry) const;
  /// The same condition in a game with these reserves.
  PieceCondition with(std::span<const Reserve> reserves) const;

  friend bool operator==(const PieceCondition&, const PieceCondition&) = default;

 private:
  enum class Relation { equal, not_equal, less, at_most, more, at_least };
  struct Count {
    char letter;
    Relation relation;
    std::size_t number;
    std::size_t all = 0;             ///< of a reserve
    std::string_view on_board = {};  ///< of a reserve; otherwise empty

    friend bool operator==(const Count&, const Count&) = default;
  };

  static Count read_count(std::string_view text);
  static bool holds(const Count& count, std::size_t pieces);

  std::vector<Count> counts_;
};

}  // namespace schiri
