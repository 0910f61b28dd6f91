#include "notation/board/pattern.h"

#include <stdexcept>
#include <vector>

#include "core/base/characters.h"
#include "core/base/text.h"

namespace schiri {

namespace {

/// Expands runs of empty places to `.`, so that each character is a place.
std::string spread(std::string_view row) {
  std::string places;
  for (const char c : row) {
    const std::size_t empties = is_digit(c) ? static_cast<std::size_t>(c - '0') : c == 'X' ? 10 : 0;
    places += empties > 0 ? std::string(empties, '.') : std::string(1, c);
  }
  return places;
}

/// A board of rows or groups, as opposed to a side or a count.
bool is_board(std::string_view word) { return word.find('/') != word.npos; }

std::string spread_boards(std::string_view text) {
  std::string spread_text;
  for (const std::string_view word : split(text, ' ')) {
    if (!spread_text.empty()) spread_text += ' ';
    if (!is_board(word)) {
      spread_text += word;
      continue;
    }
    std::string rows;
    for (const std::string_view row : split(word, '/')) {
      rows += (rows.empty() ? "" : "/") + spread(row);
    }
    spread_text += rows;
  }
  return spread_text;
}

/// Do all words and rows of the pattern match those of the position by `is_like(place, place)`?
template <class IsLike>
bool matches(std::string_view pattern, std::string_view position, const IsLike& is_like) {
  const auto wanted = split(pattern, ' '), there = split(position, ' ');
  if (wanted.size() > there.size()) return false;
  for (std::size_t word = 0; word < wanted.size(); ++word) {
    if (wanted[word] == "*") continue;
    const auto rows = split(wanted[word], '/'), of_board = split(there[word], '/');
    if (rows.size() != of_board.size()) return false;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      if (rows[row] == "*") continue;
      if (rows[row].size() != of_board[row].size()) return false;
      for (std::size_t i = 0; i < rows[row].size(); ++i) {
        if (!is_like(rows[row][i], of_board[row][i])) return false;
      }
    }
  }
  return true;
}

}  // namespace

namespace {

/// A `*` matches a row or a word, never single places.
bool has_star_in_row(std::string_view text) {
  for (std::size_t at = text.find('*'); at != text.npos; at = text.find('*', at + 1)) {
    const bool begins = at == 0 || text[at - 1] == '/' || text[at - 1] == ' ';
    const bool ends = at + 1 == text.size() || text[at + 1] == '/' || text[at + 1] == ' ';
    if (!begins || !ends) return true;
  }
  return false;
}

}  // namespace

BoardPattern::BoardPattern(std::string_view text) : pattern_(spread_boards(text)) {
  if (is_board(text) && !has_star_in_row(text)) return;
  throw std::invalid_argument(
      "expected rows as in a position string, such as ?N4/*/*/*/*/2P??? (letters, digits for empty "
      "places, ? for any place, * for any row), not '" +
      std::string(text) + "'");
}

bool BoardPattern::fits_board_of(std::string_view position) const {
  return matches(pattern_, spread_boards(position), [](char, char) { return true; });
}

bool BoardPattern::holds(std::string_view position) const {
  return matches(pattern_, spread_boards(position),
                 [](char wanted, char there) { return wanted == '?' || wanted == there; });
}

}  // namespace schiri
