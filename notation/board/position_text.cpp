#include "notation/board/position_text.h"

#include <algorithm>

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/match/variants.h"
#include "notation/text/text_style.h"

namespace schiri {

namespace {

class RowsReader {
 public:
  RowsReader(std::string_view text, const RowsForm& form, const PieceVisitor& visitor)
      : text_(text), form_(form), visitor_(visitor) {}

  void read() {
    for (int row = form_.rows - 1; row >= 0; --row) {
      read_row(row);
      if (row > 0) expect_slash();
    }
    if (at_ != text_.size()) reject_here(message("more than {0} {0:row|rows}", form_.rows));
  }

 private:
  void read_row(int row) {
    int column = 0;
    bool after_run = false;
    for (; at_ < text_.size() && text_[at_] != '/'; ++at_) {
      const char c = text_[at_];
      const std::size_t letter = form_.letters.find(c);
      if (letter != std::string_view::npos) {
        if (column < form_.columns) visitor_(letter, column, row);
        ++column;
        after_run = false;
      } else if (c >= '1' && c <= '9') {
        if (after_run) reject_here(message("two adjacent numbers of empty places"));
        column += c - '0';
        after_run = true;
      } else {
        reject_here(
            message("'{0}' is neither of {1} nor a number of empty places", c, spaced_letters()));
      }
      if (column > form_.columns) {
        reject_here(message("the row is longer than {0}", form_.columns));
      }
    }
    if (column != form_.columns) {
      reject_here(
          message("the row has {0} {0:place|places} instead of {1}", column, form_.columns));
    }
  }

  void expect_slash() {
    if (at_ == text_.size()) reject_here(message("fewer than {0} {0:row|rows}", form_.rows));
    ++at_;
  }

  std::string spaced_letters() const {
    std::string spaced;
    for (const char c : form_.letters) spaced += (spaced.empty() ? "" : " ") + std::string(1, c);
    return spaced;
  }

  [[noreturn]] void reject_here(const Message& problem) const {
    reject_position(message("the {0} '{1}' are invalid at character {2}: {3}", form_.name, text_,
                            at_ + 1, problem));
  }

  std::string_view text_;
  const RowsForm& form_;
  const PieceVisitor& visitor_;
  std::size_t at_ = 0;
};

}  // namespace

void reject_position(Message message) {
  throw StartError(StartError::Kind::bad_position, std::move(message));
}

Side read_side(std::string_view text) {
  if (text != "w" && text != "b") {
    reject_position(message("the side to move is 'w' or 'b', not '{0}'", text));
  }
  return text == "w" ? Side::white : Side::black;
}

const char* side_letter(Side side) { return side == Side::white ? "w" : "b"; }

void read_rows(std::string_view text, const RowsForm& form, const PieceVisitor& visitor) {
  RowsReader(text, form, visitor).read();
}

std::string paint(Side side, const std::string& text, const BoardStyle& style) {
  if (!style.colour) return text;
  return text_style::styled(text, side == Side::white ? text_style::white : text_style::black);
}

std::string list_some(const std::vector<std::string>& words, std::size_t most) {
  std::string list;
  for (std::size_t i = 0; i < std::min(most, words.size()); ++i) {
    list += (i ? ", " : "") + words[i];
  }
  return words.size() > most ? list + ", ..." : list;
}

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

std::string empty_rows(const RowsForm& form) {
  std::string rows(offset_in(form, form.columns, 0), '.');
  for (int row = 1; row < form.rows; ++row) rows[offset_in(form, form.columns, row)] = '/';
  return rows;
}

bool is_board(std::string_view word) { return word.find('/') != word.npos; }

void SpreadPosition::read(std::string_view position) {
  std::size_t count = 0;
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
      if (count == words.size()) words.emplace_back();
      words[count++] = word;
    }
    begin = end + 1;
  }
  boards.resize(static_cast<std::size_t>(out - boards.data()));
  words.resize(count);
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
