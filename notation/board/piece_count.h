#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace schiri {

/// How many pieces of a kind a position string shows: how often the letter stands in its rows or
/// groups (the words that hold a `/`).
std::size_t count_pieces(std::string_view position, char letter);

/// Conditions on the pieces of a position, `W=8,b>=3`: letters of its position string with = != <
/// <= > >= and a number, all of which must hold.
class PieceCondition {
 public:
  /// Throws std::invalid_argument, whose message says what was expected.
  explicit PieceCondition(std::string_view text);

  bool holds(std::string_view position) const;

  /// The letters that are counted.
  std::string letters() const;

 private:
  enum class Relation { equal, not_equal, less, at_most, more, at_least };
  struct Count {
    char letter;
    Relation relation;
    std::size_t number;
  };

  static Count read_count(std::string_view text);
  static bool holds(const Count& count, std::size_t pieces);

  std::vector<Count> counts_;
};

}  // namespace schiri
