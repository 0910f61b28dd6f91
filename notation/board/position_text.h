#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/match/game.h"

/// Parts of position strings and drawings that several games share.
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

/// `char letter_at(int column, int row)`: a letter, or 0 for an empty place.
template <class LetterAt>
std::string write_rows(const RowsForm& form, const LetterAt& letter_at) {
  std::string text;
  for (int row = form.rows - 1; row >= 0; --row) {
    int run = 0;
    const auto end_run = [&] {
      if (run) text += static_cast<char>('0' + run);
      run = 0;
    };
    for (int column = 0; column < form.columns; ++column) {
      if (const char letter = letter_at(column, row)) {
        end_run();
        text += letter;
      } else {
        ++run;
      }
    }
    end_run();
    if (row > 0) text += '/';
  }
  return text;
}

/// The text of a piece of this side in a drawing, in the side's colour if the style has colours.
std::string paint(Side side, const std::string& text, const BoardStyle& style);

/// `a, b, c`; if there are more than `most` words, the first ones and `...`.
std::string list_some(const std::vector<std::string>& words, std::size_t most = 8);

}  // namespace schiri
