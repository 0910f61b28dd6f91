#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace schiri {

/// A position string taken apart, to compare positions place by place.
struct SpreadPosition {
  SpreadPosition() = default;
  explicit SpreadPosition(std::string_view position);

  /// The boards, words with a `/`: one character a place, `.` for an empty one. Spaces between the
  /// words and `/` between the rows remain; each other word is a `*`.
  std::string boards;
  /// The other words in order, such as the side to move.
  std::vector<std::string> words;

  /// The position string.
  std::string text() const;
  /// Have the positions places at the same offsets of `boards`, and equally many words?
  bool has_shape_of(const SpreadPosition& other) const;
  friend bool operator==(const SpreadPosition&, const SpreadPosition&) = default;
};

/// Is the character of `SpreadPosition::boards` a place?
constexpr bool is_place(char c) { return c != '/' && c != ' ' && c != '*'; }

/// A row of a board with one character a place: expands the numbers of empty places.
std::string spread_row(std::string_view row);
/// Is a word of a position string a board of rows or groups, as opposed to a side or a count?
bool is_board(std::string_view word);

}  // namespace schiri
