#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/match/game.h"

/// The parts of boards and positions that games share, without rules: position strings (here),
/// patterns and piece counts that select positions, symmetries, diagrams. The games' notations,
/// the commands that select or draw positions use it.
namespace schiri {

/// Throws StartError (bad_position).
[[noreturn]] void reject_position(Message message);

/// Reads the side to move, `w` or `b`. Throws StartError (bad_position).
Side read_side(std::string_view text);
/// `w` or `b`.
const char* side_letter(Side side);

/// Rows of places from the top one down, divided by `/`: letters for pieces, numbers for maximal
/// runs of empty places.
struct RowsForm {
  int columns;  ///< at most 9
  int rows;
  std::string_view letters;
  Pattern name;  ///< for messages, in the plural: `pawn rows`
};

/// Called with the index of a piece's letter and its place; row 0 is the bottom one.
using PieceVisitor = std::function<void(std::size_t letter, int column, int row)>;

/// Visits the pieces of rows. Throws StartError (bad_position), whose message names the place in
/// the text.
void read_rows(std::string_view text, const RowsForm& form, const PieceVisitor& visitor);

/// The text of a piece of this side in a drawing, in the side's colour if the style has colours.
std::string paint(Side side, const std::string& text, const BoardStyle& style);

/// `a, b, c`; if there are more than `most` words, the first ones and `...`.
std::string list_some(const std::vector<std::string>& words, std::size_t most = 8);

/// A position string taken apart, to compare positions place by place.
struct SpreadPosition {
  SpreadPosition() = default;
  explicit SpreadPosition(std::string_view position) { read(position); }
  /// Replaces the position; a loop over positions needs no new memory.
  void read(std::string_view position);

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

/// Empty rows as in `SpreadPosition::boards`.
std::string empty_rows(const RowsForm& form);
/// Where a place is in rows that begin with the board; row 0 is the bottom one.
constexpr std::size_t offset_in(const RowsForm& form, int column, int row) {
  return static_cast<std::size_t>((form.rows - 1 - row) * (form.columns + 1) + column);
}

/// Is the character of `SpreadPosition::boards` a place?
constexpr bool is_place(char c) { return c != '/' && c != ' ' && c != '*'; }

/// A row of a board with one character a place: expands the numbers of empty places.
std::string spread_row(std::string_view row);
/// Is a word of a position string a board of rows or groups, as opposed to a side or a count?
bool is_board(std::string_view word);

}  // namespace schiri
