#include "notation/board/spread_position.h"

#include <algorithm>

#include "core/base/characters.h"

namespace schiri {

namespace {

void append_spread(std::string_view text, std::string& places) {
  for (const char c : text) {
    const std::size_t empties = is_digit(c) ? static_cast<std::size_t>(c - '0') : c == 'X' ? 10 : 0;
    if (empties > 0) {
      places.append(empties, '.');
    } else {
      places += c;
    }
  }
}

}  // namespace

std::string spread_row(std::string_view row) {
  std::string places;
  append_spread(row, places);
  return places;
}

bool is_board(std::string_view word) { return word.find('/') != word.npos; }

SpreadPosition::SpreadPosition(std::string_view position) {
  boards.reserve(2 * position.size());
  for (std::size_t begin = 0; begin <= position.size();) {
    const std::size_t end = std::min(position.find(' ', begin), position.size());
    const std::string_view word = position.substr(begin, end - begin);
    if (begin > 0) boards += ' ';
    if (is_board(word)) {
      append_spread(word, boards);
    } else {
      boards += '*';
      words.emplace_back(word);
    }
    begin = end + 1;
  }
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
