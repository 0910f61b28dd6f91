#include "notation/board/spread_position.h"

#include <algorithm>

#include "core/base/characters.h"

namespace schiri {

namespace {

/// The number of empty places that a character of a row means.
std::size_t empties_of(char c) {
  return is_digit(c) ? static_cast<std::size_t>(c - '0') : c == 'X' ? 10 : 0;
}

/// Writes the places of rows to `out`, which has room for ten times as many; returns the end.
char* write_spread(std::string_view text, char* out) {
  for (const char c : text) {
    const std::size_t empties = empties_of(c);
    if (empties == 0) *out++ = c;
    for (std::size_t i = 0; i < empties; ++i) *out++ = '.';
  }
  return out;
}

}  // namespace

std::string spread_row(std::string_view row) {
  std::string places(10 * row.size(), '\0');
  places.resize(static_cast<std::size_t>(write_spread(row, places.data()) - places.data()));
  return places;
}

bool is_board(std::string_view word) { return word.find('/') != word.npos; }

SpreadPosition::SpreadPosition(std::string_view position) {
  boards.resize(10 * position.size() + 1);
  char* out = boards.data();
  for (std::size_t begin = 0; begin <= position.size();) {
    const std::size_t end = std::min(position.find(' ', begin), position.size());
    const std::string_view word = position.substr(begin, end - begin);
    if (begin > 0) *out++ = ' ';
    if (is_board(word)) {
      out = write_spread(word, out);
    } else {
      *out++ = '*';
      words.emplace_back(word);
    }
    begin = end + 1;
  }
  boards.resize(static_cast<std::size_t>(out - boards.data()));
}

std::string SpreadPosition::text() const {
  std::string text;
  std::size_t run = 0, word = 0;
  const auto end_run = [&] {
    if (run > 0) text += run == 10 ? "X" : std::to_string(run);
    run = 0;
  };
  for (const char c : boards) {
    if (c == '.') {
      ++run;
      continue;
    }
    end_run();
    text += c == '*' ? words[word++] : std::string(1, c);
  }
  end_run();
  return text;
}

bool SpreadPosition::has_shape_of(const SpreadPosition& other) const {
  return words.size() == other.words.size() &&
         std::equal(boards.begin(), boards.end(), other.boards.begin(), other.boards.end(),
                    [](char a, char b) { return a == b || (is_place(a) && is_place(b)); });
}

}  // namespace schiri
