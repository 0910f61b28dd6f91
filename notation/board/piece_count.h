#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace schiri {

/// The number of pieces of a kind in a position string: the occurrences of the letter in its rows
/// or groups (the words with a `/`).
std::size_t count_pieces(std::string_view position, char letter);

/// Conditions on the pieces of a position, `W=8,b>=3`: letters of its position string with = != <
/// <= > >= and a number. All conditions must hold.
class PieceCondition {
 public:
  /// Throws std::invalid_argument with the expected form.
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
