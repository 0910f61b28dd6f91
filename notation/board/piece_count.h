#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/match/game_type.h"
#include "notation/board/position_text.h"
#include "notation/board/searched_position.h"
#include "notation/board/symmetry.h"

namespace schiri {

/// How many times each letter is on the boards of a position.
class PieceCounts {
 public:
  PieceCounts() = default;
  explicit PieceCounts(const SpreadPosition& position) { count(position); }

  /// Counts in another position instead. `letters`: of its sets, if it has any.
  void count(const SearchedPosition& position, std::string_view letters);

  std::size_t of(char letter) const { return numbers_[static_cast<unsigned char>(letter)]; }

 private:
  void count(const SpreadPosition& position);

  std::array<std::uint32_t, 256> numbers_{};
};

/// Conditions on the pieces of a position, `W=8,b>=3`: letters of its position string, or of a
/// reserve, with = != < <= > >= and a number. All conditions must hold.
class PieceCondition {
 public:
  /// Throws std::invalid_argument with the expected form.
  explicit PieceCondition(std::string_view text);

  bool holds(std::string_view position) const {
    return holds(PieceCounts(SpreadPosition(position)));
  }
  bool holds(const PieceCounts& counts) const;

  /// The number that a condition counts.
  std::size_t number_on(const PieceCounts& counts, std::size_t condition) const;
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
